import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInSections } from '#contract/office/sections.ts';
import { createAssetStore } from '#server/engine/assets/asset-store.ts';
import { ConfigError } from '#server/config.ts';
import { createPages, type PageFacts, type Pages } from '#server/engine/http/pages.ts';
import type { ShopParts } from './parts.ts';
import { projectRoot } from '#server/project-root.ts';

type Fetch = (request: Request) => Promise<Response>;

/** What web/entry.web.ts exports once it is built. */
interface WebModule {
  createRenderer(
    mode: 'production' | 'development',
  ): (request: Request, context: { api: Fetch; baseUrl: string }) => Promise<Response>;
  isPage(pathname: string): boolean;
  spelling(pathname: string): string | null;
  pageFacts: PageFacts & { noOwnPage: string; ownPageAt(pathname: string): string | undefined };
}

/** Loads the built pages. @throws ConfigError where they have not been built */
export async function loadWeb({ config, database, log, pageCache, settings }: ShopParts, api: Fetch): Promise<Pages> {
  const file = join(projectRoot, 'build', 'server', 'index.js');
  if (!existsSync(file)) throw new ConfigError(['The pages are not built. Run: npm run build']);
  const { createRenderer, isPage, spelling, pageFacts } = (await import(pathToFileURL(file).href)) as WebModule;
  const render = createRenderer('production');
  // Cached like every public answer, so that a page's first render looks no tool up twice.
  const isThere = async (path: string) => {
    const { status } = await api(new Request(`${config.baseUrl}${path}`));
    return status < 400 || status >= 500;
  };
  const isTool = (id: string) => isThere(`/tool/${id}`);
  // Each is a document of its own page, so that the browser's script takes it over as it is.
  const missingAt = async (path: string) => {
    const own = pageFacts.ownPageAt(path);
    if (own !== undefined) return (await isThere(`/page/${own}`)) ? null : pageFacts.noOwnPage;
    return isInSections(path, (await settings.read()).settings.sections) ? null : path;
  };
  const folder = join(projectRoot, 'build', 'client');
  const assets = createAssetStore(config, database, log);
  // Before the first page leads to them: the next call for one may go to a process of another version.
  await assets.keep(join(folder, 'assets')).catch((error: unknown) => {
    log.warn({ error }, 'other versions cannot find the files of this one');
  });
  return createPages(
    (request) => render(request, { api, baseUrl: config.baseUrl }),
    pageCache,
    config,
    { ...pageFacts, isPage, spelling, missingAt, isTool },
    {
      folder,
      ofOtherVersions: assets.get,
      onGone: (path) => log.warn({ path }, 'a file of the build is gone'),
    },
  );
}
