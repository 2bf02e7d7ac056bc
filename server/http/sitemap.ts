import type { Database } from '#server/db/client.ts';

/** The most addresses that one sitemap may have (sitemaps.org). */
const PER_FILE = 50_000;

const PAGES = ['/', '/products', '/reviews', '/blogs', '/about', '/contactUs', '/myPortfolio'];

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=3600',
};

/** What search engines may look at, and where the list of pages is. */
export function robotsTxt(baseUrl: string): Response {
  const text = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}

/** The index of sitemaps: one for the pages, and one for each 50,000 tools. */
export async function sitemapIndex(database: Database, baseUrl: string): Promise<Response> {
  const [row] = await database.raw<{ count: number }>(
    'select count(*)::int as count from tools where removed_at is null',
  );
  const files = Math.max(1, Math.ceil((row?.count ?? 0) / PER_FILE));
  const names = ['pages', ...Array.from({ length: files }, (_, index) => `tools-${index + 1}`)];
  const entries = names.map((name) => `<sitemap><loc>${baseUrl}/sitemaps/${name}.xml</loc></sitemap>`);
  return xml('sitemapindex', entries);
}

/** One sitemap by its name; null where there is none of that name. */
export async function sitemap(database: Database, baseUrl: string, name: string): Promise<Response | null> {
  if (name === 'pages')
    return xml(
      'urlset',
      PAGES.map((path) => `<url><loc>${baseUrl}${path}</loc></url>`),
    );
  const number = Number(/^tools-([1-9]\d{0,3})$/.exec(name)?.[1] ?? 0);
  if (number === 0) return null;
  const rows = await database.raw<{ id: string; day: string }>(
    `select id, to_char(updated_at, 'YYYY-MM-DD') as day from tools where removed_at is null order by position limit $1 offset $2`,
    [PER_FILE, (number - 1) * PER_FILE],
  );
  if (rows.length === 0 && number > 1) return null;
  return xml(
    'urlset',
    rows.map(({ id, day }) => `<url><loc>${baseUrl}/products/${id}</loc><lastmod>${day}</lastmod></url>`),
  );
}

function xml(root: 'urlset' | 'sitemapindex', entries: string[]): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${root}>\n`;
  return new Response(body, { headers: HEADERS });
}
