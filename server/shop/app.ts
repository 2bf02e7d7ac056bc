import { sentence } from '#contract/sentences.ts';
import { type Context, Hono, type Next } from 'hono';
import { isInSections } from '#contract/office/sections.ts';
import { routes } from '#contract/routes.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createDocsPage } from '#server/office/docs/docs-page.ts';
import { createCspReports } from '#server/engine/http/csp-reports.ts';
import { errorResponse } from '#server/engine/http/errors.ts';
import { healthHandlers, type Health } from '#server/engine/http/health.ts';
import { openapiHandlers } from '#server/office/docs/openapi.ts';
import { toldOf } from '#server/engine/processes/heartbeat.ts';
import { createKeptAnswers } from '#server/engine/http/kept-answers.ts';
import { seal, unseal } from '#server/people/identity/secrets.ts';
import { createRouter, newRequestId, type Origin, otherVerb } from '#server/engine/http/router.ts';
import { respond } from '#server/engine/http/cached-response.ts';
import { pack } from '#server/engine/http/page-cache.ts';
import { robotsTxt } from '#server/engine/http/robots-txt.ts';
import { securityTxt } from '#server/engine/http/security-txt.ts';
import { wantsMarkdown } from '#server/engine/http/wants-markdown.ts';
import { secured } from '#server/engine/http/security-headers.ts';
import { orderLineHandlers } from '#server/buying/order-lines/order-lines.routes.ts';
import { endLostLinks } from '#server/buying/approvals/approval-tokens.ts';
import { approvalHandlers } from '#server/buying/approvals/approvals.routes.ts';
import { orderHandlers } from '#server/buying/orders/orders.routes.ts';
import { quoteHandlers } from '#server/buying/quotes/quotes.routes.ts';
import { doorHandlers, mountPunchout } from './doors.ts';
import { goodsHandlers } from './goods-handlers.ts';
import type { ShopParts } from './parts.ts';
import { publicConfigHandlers } from './public-config.ts';
import { accountHandlers } from '#server/money/account/account.routes.ts';
import { bankImportHandlers, bankImportsOf } from '#server/money/bank-imports/bank-imports.routes.ts';
import { reminderHandlers } from '#server/money/reminders/reminders.routes.ts';
import { parcelPaperHandlers } from '#server/money/papers/parcel-papers.routes.ts';
import { paperHandlers } from '#server/money/papers/papers.routes.ts';
import { paymentHandlers } from '#server/money/payments/payments.routes.ts';
import { pictureHandlers, serveUploads } from '#server/engine/pictures/pictures.routes.ts';
import { reviewHandlers } from '#server/buying/reviews/reviews.routes.ts';
import { standingOrderHandlers } from '#server/buying/standing-orders/standing-orders.routes.ts';
import { stockAlertHandlers } from '#server/buying/stock-alerts/stock-alerts.routes.ts';
import { googleFeed } from '#server/catalogue/feeds/google-feed.ts';
import { llmsTxt } from '#server/catalogue/feeds/llms-txt.ts';
import { sitemap, sitemapIndex } from '#server/catalogue/tools/sitemap.ts';
import { searchHandlers } from '#server/catalogue/search/search.routes.ts';
import { attributeHandlers } from '#server/catalogue/attributes/attributes.routes.ts';
import { documentHandlers } from '#server/catalogue/documents/documents.routes.ts';
import { incomingHandlers } from '#server/catalogue/incoming/incoming.routes.ts';
import { stockCountHandlers } from '#server/catalogue/stock-counts/stock-counts.routes.ts';
import { toolHandlers } from '#server/catalogue/tools/tools.routes.ts';
import { importHandlers } from '#server/catalogue/imports/imports.routes.ts';
import { companyHandlers } from '#server/buying/companies/companies.routes.ts';
import { customerHandlers } from '#server/buying/customers/customers.routes.ts';
import { companyAddressHandlers } from '#server/buying/companies/company-addresses.routes.ts';
import { companyPeopleHandlers } from '#server/buying/companies/company-people.routes.ts';
import { companyToolHandlers } from '#server/buying/company-tools/company-tools.routes.ts';
import { priceListHandlers } from '#server/catalogue/price-lists/price-lists.routes.ts';
import { datevHandlers } from '#server/money/datev/datev.routes.ts';
import { exportHandlers } from '#server/money/exports/exports.routes.ts';
import { figureHandlers } from '#server/money/figures/figures.routes.ts';
import { addressHandlers } from '#server/people/addresses/addresses.routes.ts';
import { basketHandlers } from '#server/buying/basket/basket.routes.ts';
import { namedListHandlers } from '#server/buying/named-lists/named-lists.routes.ts';
import { bmecatHandlers } from '#server/buying/bmecat/bmecat.routes.ts';
import { vatNumberHandlers } from '#server/office/vat-register/vat-register.routes.ts';
import { listPages } from '#server/office/pages/pages.ts';
import { letterHandlers } from '#server/money/letters/letters.routes.ts';
import { openingHandlers } from '#server/shop/opening/opening.routes.ts';
import { pageHandlers } from '#server/office/pages/pages.routes.ts';
import { settingsHandlers } from '#server/office/settings/settings.routes.ts';
import { auditHandlers } from '#server/people/audit/audit.routes.ts';
import { putBackHandlers } from '#server/shop/put-back/put-back.routes.ts';
import { createMarkdownTwins } from '#server/shop/markdown/markdown-twins.ts';
import { createMcp } from '#server/shop/mcp/mcp.ts';
import { myDataHandlers } from '#server/shop/my-data/my-data.routes.ts';
import { leaveCompanies } from '#server/buying/companies/leave-companies.ts';
import { userHandlers } from '#server/office/users/users.routes.ts';

/** Something that answers requests: the pages, or a stand-in of the demo. */
type Fetch = (request: Request) => Promise<Response>;

/** What is mounted beside the business API. */
interface Mounts {
  /** Everything that no other path takes: the pages and their files. Without it, unknown paths are 404 as JSON. */
  web?: {
    fetch: Fetch;
    /** Paths of pages that search engines are led to. */
    listed(): readonly string[];
  };
  /** The demo's stand-ins by path prefix, such as `/sandbox/stripe`. */
  sandbox?: Record<string, Fetch>;
}

export interface App {
  fetch(request: Request, origin?: Origin): Promise<Response>;
}

/** The longest address that is read. */
const MAX_URL_LENGTH = 8_192;

/** First segments that belong to the API, where an unknown path is 404 as JSON and never a page. */
const API_SEGMENTS = new Set([
  // Below /pages are the owner's own pages, of which the call itself is the list.
  ...Object.values(routes).flatMap(({ path }) => path.split('/')[1]?.replace(/^pages$/, '') || []),
  'api',
  'csp-report',
  'mcp',
]);

/** What is read of the whole site, under an address of its own. */
const SITE_FILES = ['/.well-known/security.txt', '/robots.txt', '/feeds/google.xml', '/llms.txt', '/sitemap.xml'];

type Site = Hono<{ Bindings: Origin }>;

/** Tools, what they are, what is written about them, and where they lie. */
function catalogueHandlers(parts: ShopParts) {
  return {
    ...searchHandlers(parts),
    ...toolHandlers(parts),
    ...attributeHandlers(parts),
    ...documentHandlers(parts),
    ...stockCountHandlers(parts),
    ...incomingHandlers(parts),
    ...pictureHandlers(parts),
  };
}

/** Lists to order from again, and what orders them by itself. */
const listHandlers = (parts: ShopParts) => ({ ...namedListHandlers(parts), ...standingOrderHandlers(parts) });

/** The accounts of companies, what the bank says came in, and reminders. */
function accountingHandlers(parts: ShopParts) {
  return { ...accountHandlers(parts), ...bankImportHandlers(parts), ...reminderHandlers(parts) };
}

/** What the owner sets and says, and what is left before the shop opens. */
function ownerHandlers(parts: ShopParts) {
  return { ...settingsHandlers(parts), ...letterHandlers(parts), ...pageHandlers(parts), ...openingHandlers(parts) };
}

/** Builds the whole shop as something that can be fetched from; it listens nowhere and reads no environment. */
export function createApp(parts: ShopParts, health: Health, mounts: Mounts = {}): App {
  const { config, database, identity, pageCache, log } = parts;
  const keptAnswers = createKeptAnswers(database, {
    seal: (text) => seal(config, text),
    unseal: (sealed) => unseal(config, sealed),
  });
  const app: Site = new Hono();
  const api = createRouter(
    {
      ...catalogueHandlers(parts),
      ...reviewHandlers(parts),
      ...stockAlertHandlers(parts),
      ...orderHandlers(parts),
      ...approvalHandlers(parts),
      ...quoteHandlers(parts),
      ...figureHandlers(parts),
      ...orderLineHandlers(parts),
      ...addressHandlers(parts),
      ...basketHandlers(parts),
      ...bmecatHandlers(parts),
      ...vatNumberHandlers(parts),
      ...listHandlers(parts),
      ...ownerHandlers(parts),
      ...paymentHandlers(parts),
      ...goodsHandlers(parts),
      ...paperHandlers(parts),
      ...parcelPaperHandlers(parts),
      ...datevHandlers(parts),
      ...exportHandlers(parts),
      ...importHandlers({ ...parts, otherImports: bankImportsOf(parts) }),
      ...companyHandlers(parts),
      ...companyPeopleHandlers({ ...parts, endLostLinks }),
      ...customerHandlers(parts),
      ...companyAddressHandlers(parts),
      ...accountingHandlers(parts),
      ...priceListHandlers(parts),
      ...companyToolHandlers(parts),
      ...userHandlers(parts, leaveCompanies),
      ...myDataHandlers(parts),
      ...auditHandlers(parts),
      ...putBackHandlers(parts),
      ...doorHandlers(parts),
      ...healthHandlers(parts, health),
      ...publicConfigHandlers(parts),
      ...openapiHandlers(parts),
    },
    {
      callers: parts.callers,
      warehouseSeesPrices: async () => (await parts.settings.read()).settings.warehouseSeesPrices,
      pageCache,
      keptAnswers,
      log,
    },
  );

  const onlyTakes = (request: Request, verbs: string) => otherVerb(request, verbs, log);
  app.all('/api/auth/*', ({ req, env }) =>
    toldOf(`${req.method} /api/auth/*`, () => identity.handle(req.raw, env.clientAddress)),
  );
  for (const [prefix, answer] of Object.entries(mounts.sandbox ?? {})) {
    app.all(prefix, (context) => standIn(answer, context.req.raw));
    app.all(`${prefix}/*`, (context) => standIn(answer, context.req.raw));
  }
  const cspReports = createCspReports(log);
  app.post('/csp-report', (context) => cspReports.receive(context.req.raw));
  app.all('/csp-report', ({ req }) => onlyTakes(req.raw, 'POST'));
  const uploads = serveUploads(parts);
  app.get('/uploads/*', (context) => uploads(context.req.raw));
  const docsPage = createDocsPage(config, parts.settings);
  app.get('/docs', () => docsPage());
  for (const path of ['/uploads/*', '/docs']) app.all(path, ({ req }) => onlyTakes(req.raw, 'GET, HEAD'));
  mountSiteFiles(app, parts, { listed: () => mounts.web?.listed() ?? [], onlyTakes });
  const twins = createMarkdownTwins({
    baseUrl: config.baseUrl,
    settings: async () => (await parts.settings.read()).settings,
    api: async (path) => api.fetch(new Request(new URL(path, config.baseUrl)), { clientAddress: '' }),
  });
  const twinOr = async ({ req }: Context, twin: () => Promise<Response>, next: Next) =>
    wantsMarkdown(req.header('accept')) ? respond(await pack(await twin()), req.raw) : next();
  app.get('/', (context, next) => twinOr(context, twins.home, next));
  app.get('/products', (context, next) =>
    twinOr(context, () => twins.products(new URL(context.req.url).searchParams), next),
  );
  app.get('/products/:id', (context, next) => twinOr(context, () => twins.product(context.req.param('id')), next));
  const mcp = createMcp({
    config,
    callers: parts.callers,
    shopName: async () => (await parts.settings.read()).settings.company.name,
    api: async (request, origin) => api.fetch(request, origin),
  });
  app.post('/mcp', (context) => toldOf('POST /mcp', () => mcp(context.req.raw, context.env)));
  app.all('/mcp', ({ req }) => onlyTakes(req.raw, 'POST'));
  mountPunchout(app, parts);
  app.route('/', api);
  app.notFound(({ req }) => otherPath(req.raw, req.path, { web: mounts.web, onlyTakes, log }));
  app.onError((error, { req: { method, path, raw } }) => {
    const [, first = ''] = path.split('/');
    const call = `${method} ${API_SEGMENTS.has(first) ? `/${first}` : 'a page'}`;
    return errorResponse(error, raw, newRequestId(), log, call);
  });

  return {
    async fetch(request, origin = { clientAddress: '127.0.0.1' }) {
      const answer =
        request.url.length > MAX_URL_LENGTH
          ? errorResponse(tooLong(), request, newRequestId(), log)
          : await app.fetch(request, origin);
      return secured(answer, config, request.headers.get('origin'), request.url);
    },
  };
}

const tooLong = () => new AppError('URI_TOO_LONG', sentence('The address is too long.'));

/** What is read of a whole site by search engines, assistants, shopping portals and who finds a fault. */
function mountSiteFiles(
  app: Site,
  { config, database, settings, pageCache }: ShopParts,
  { listed, onlyTakes }: { listed: () => readonly string[]; onlyTakes: (request: Request, verbs: string) => Response },
): void {
  app.get('/.well-known/security.txt', async () =>
    securityTxt(config.baseUrl, (await settings.read()).settings.company.email),
  );
  app.get('/robots.txt', () => robotsTxt(config.baseUrl));
  app.get('/feeds/google.xml', async ({ req }) => {
    const { company, currency } = (await settings.read()).settings;
    const about = { baseUrl: config.baseUrl, shopName: company.name, currency };
    return googleFeed(database, about, req.header('if-none-match'));
  });
  app.get('/llms.txt', async (context) => {
    const shopName = (await settings.read()).settings.company.name;
    const make = () => llmsTxt(database, { baseUrl: config.baseUrl, shopName });
    return respond(await pageCache.get('/llms.txt', ['categories', 'settings'], make), context.req.raw);
  });
  app.get('/sitemap.xml', async (context) => {
    const make = () => sitemapIndex(database, config.baseUrl);
    return respond(await pageCache.get('/sitemap.xml', ['tools'], make), context.req.raw);
  });
  for (const path of SITE_FILES) app.all(path, ({ req }) => onlyTakes(req.raw, 'GET, HEAD'));
  app.get('/sitemaps/:name', async (context, next) => {
    const name = /^([\w-]+)\.xml$/.exec(context.req.param('name'))?.[1];
    if (name === undefined) return next();
    const make = async () => {
      const own = name === 'pages' ? await listPages(database.db) : [];
      const { sections } = (await settings.read()).settings;
      const paths = [
        ...listed().filter((path) => isInSections(path, sections)),
        ...own.map(({ slug }) => `/pages/${slug}`),
      ];
      return sitemap(database, { baseUrl: config.baseUrl, listed: paths }, name);
    };
    const cached = await pageCache.get(`/sitemaps/${name}.xml`, [name === 'pages' ? 'settings' : 'tools'], make);
    return cached.status === 404 ? next() : respond(cached, context.req.raw);
  });
}

/** What no call, stand-in or file of the site takes: a page or its files, or nothing. */
async function otherPath(
  request: Request,
  path: string,
  {
    web,
    onlyTakes,
    log,
  }: Pick<Mounts, 'web'> & { onlyTakes: (request: Request, verbs: string) => Response; log: ShopParts['log'] },
): Promise<Response> {
  const { method, url, headers } = request;
  const nothingHere = () =>
    errorResponse(
      new AppError('NOT_FOUND', sentence('There is nothing at this address.')),
      request,
      newRequestId(),
      log,
    );
  if (!web || API_SEGMENTS.has(path.split('/')[1] ?? '')) return nothingHere();
  const accept = headers.get('accept');
  if (method === 'POST' && accept?.includes('text/html')) return formWithoutScript(web.fetch, url);
  return toldOf(`${method} a page`, async () => {
    if (method === 'GET' || method === 'HEAD') {
      const page = await web.fetch(request);
      return page.status === 404 && wantsJson(accept) ? nothingHere() : page;
    }
    const page = await web.fetch(new Request(url, { headers: { accept: 'text/html' } }));
    return page.status === 404 ? nothingHere() : onlyTakes(request, 'GET, HEAD');
  });
}

/** Whether a caller asks for JSON and not for a page; who takes anything, as crawlers do, gets the page. */
function wantsJson(accept: string | null): boolean {
  return accept !== null && accept.includes('application/json') && !accept.includes('text/html');
}

/** A form of a page that a browser sent by itself: the page once more, which says what it needs. What was typed is not read. */
async function formWithoutScript(page: Fetch, url: string): Promise<Response> {
  const made = await page(new Request(url, { headers: { accept: 'text/html' } }));
  if (!made.ok) return made;
  const headers = new Headers(made.headers);
  headers.set('allow', 'GET, HEAD');
  headers.set('cache-control', 'no-store');
  return new Response(made.body, { status: 405, headers });
}

/** The stand-ins play other hosts: what they serve may be loaded from elsewhere, as their frames of another origin do. */
async function standIn(answer: Fetch, request: Request): Promise<Response> {
  const given = await answer(request);
  // A redirect's headers cannot be set.
  const response = new Response(given.body, given);
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  return response;
}
