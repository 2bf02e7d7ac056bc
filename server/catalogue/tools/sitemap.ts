import type { Database } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/**
 * Places in the catalogue that one sitemap covers, fewer than the 50,000 that sitemaps.org allows: reading and writing
 * as many takes under 5 ms, so that nobody else waits for it.
 */
const PER_FILE = 2_000;

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=3600',
};

/** The index of sitemaps: one for the pages, and one for each stretch of the catalogue that has tools for sale. */
export async function sitemapIndex(database: Database, baseUrl: string): Promise<Response> {
  // From stretch to stretch along the index, instead of through all tools.
  const stretches = await database.raw<{ number: number }>(
    `with recursive stretch (number) as (
       (select (position - 1) / $1 from tools where removed_at is null and ${onSaleNow()} order by position limit 1)
       union all
       select (select (position - 1) / $1 from tools where removed_at is null and ${onSaleNow()}
         and position > (number + 1) * $1
               order by position limit 1)
       from stretch where number is not null
     )
     select number::int + 1 as number from stretch where number is not null`,
    [PER_FILE],
  );
  const parts = stretches.length === 0 ? [1] : stretches.map(({ number }) => number);
  const names = ['pages', ...parts.map((number) => `tools-${number}`)];
  const entries = names.map((name) => `<sitemap><loc>${baseUrl}/sitemaps/${name}.xml</loc></sitemap>`);
  return xml('sitemapindex', entries);
}

/** One sitemap by its name; 404 where there is none of that name. @param listed the paths of the pages that one leads to */
export async function sitemap(
  database: Database,
  { baseUrl, listed }: { baseUrl: string; listed: readonly string[] },
  name: string,
): Promise<Response> {
  if (name === 'pages')
    return xml(
      'urlset',
      listed.map((path) => `<url><loc>${baseUrl}${path}</loc></url>`),
    );
  const number = Number(/^tools-([1-9]\d{0,5})$/.exec(name)?.[1] ?? 0);
  if (number === 0) return new Response(null, { status: 404 });
  const rows = await database.raw<{ id: string; day: string }>(
    `select id, to_char(updated_at, 'YYYY-MM-DD') as day from tools
     where removed_at is null and ${onSaleNow()} and position > $1 and position <= $2 order by position`,
    [(number - 1) * PER_FILE, number * PER_FILE],
  );
  if (rows.length === 0 && number > 1) return new Response(null, { status: 404 });
  return xml(
    'urlset',
    rows.map(({ id, day }) => `<url><loc>${baseUrl}/products/${id}</loc><lastmod>${day}</lastmod></url>`),
  );
}

function xml(root: 'urlset' | 'sitemapindex', entries: string[]): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${root}>\n`;
  return new Response(body, { headers: HEADERS });
}
