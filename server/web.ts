import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './config.ts';
import type { Parts } from './parts.ts';
import { projectRoot } from './project-root.ts';

type Fetch = (request: Request) => Promise<Response>;

/** What the built pages export: their handler, made from what it may use of the server. */
export interface WebModule {
  createWeb(parts: Parts, api: Fetch): Promise<Fetch>;
}

/** Loads the built pages. @throws ConfigError where they have not been built */
export async function loadWeb(parts: Parts, api: Fetch): Promise<Fetch> {
  const file = join(projectRoot, 'build', 'web.js');
  if (!existsSync(file)) throw new ConfigError(['The pages are not built. Run: npm run build']);
  const module = (await import(pathToFileURL(file).href)) as WebModule;
  return module.createWeb(parts, api);
}
