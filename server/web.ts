import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './config.ts';
import { createPages, type Pages } from './http/pages.ts';
import type { Parts } from './parts.ts';
import { projectRoot } from './project-root.ts';

type Fetch = (request: Request) => Promise<Response>;

/** What web/entry.web.ts exports once it is built. */
interface WebModule {
  createRenderer(
    mode: 'production' | 'development',
  ): (request: Request, context: { api: Fetch; baseUrl: string }) => Promise<Response>;
}

/** Loads the built pages. @throws ConfigError where they have not been built */
export async function loadWeb({ config, keeper }: Parts, api: Fetch): Promise<Pages> {
  const file = join(projectRoot, 'build', 'server', 'index.js');
  if (!existsSync(file)) throw new ConfigError(['The pages are not built. Run: npm run build']);
  const { createRenderer } = (await import(pathToFileURL(file).href)) as WebModule;
  const render = createRenderer('production');
  return createPages((request) => render(request, { api, baseUrl: config.baseUrl }), keeper, config);
}
