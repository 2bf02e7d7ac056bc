import { createHash } from 'node:crypto';
import { and, asc, gt, sql } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { heldEncoding } from '#server/engine/http/cached-response.ts';
import { forSale, presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { element } from './xml-element.ts';

/** Tools that are read at once: while PGlite reads them, and they are written, nobody else is answered. */
const PORTION = 100;
/** As many prices for larger quantities as Google takes, and from how many pieces on. */
const MOST_BULK_PRICES = 6;
const LEAST_BULK = 2;
const LONGEST_TITLE = 150;

/** Where the shop is, what it is called, and what it sells in, as ISO 4217. */
interface FeedOf {
  baseUrl: string;
  shopName: string;
  currency: string;
}

/**
 * All tools for sale as Google's product data (RSS 2.0), written while they are read, so that no catalogue is too large.
 * @param held If-None-Match: who has the feed of these very tools is told so
 */
export async function googleFeed({ db }: Database, about: FeedOf, held?: string): Promise<Response> {
  const etag = await tagOf(db, about);
  const headers = { etag: `W/${etag}`, 'cache-control': 'public, max-age=3600' };
  if (heldEncoding(held, etag, 'identity')) return new Response(null, { status: 304, headers });
  let last = 0;
  const encoder = new TextEncoder();
  let begun = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun) controller.enqueue(encoder.encode(headOf(about)));
      begun = true;
      const rows = await db
        .select()
        .from(tools)
        .where(and(forSale, gt(tools.position, last)))
        .orderBy(asc(tools.position))
        .limit(PORTION);
      controller.enqueue(encoder.encode(rows.map((row) => itemOf(presentTool(row), about)).join('')));
      last = rows.at(-1)?.position ?? last;
      if (rows.length === PORTION) return;
      controller.enqueue(encoder.encode('</channel>\n</rss>\n'));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8', ...headers } });
}

/** Which tools are for sale, each as it was last written: known before the feed is, which nobody holds as a whole. */
async function tagOf(db: Db, about: FeedOf): Promise<string> {
  const [row] = await db
    .select({
      sum: sql<string>`coalesce(sum(hashtextextended(${tools.id} || ' ' || ${tools.version}, 0)::numeric), 0)`,
    })
    .from(tools)
    .where(forSale);
  return `"${createHash('sha1')
    .update(JSON.stringify([about, row?.sum]))
    .digest('base64url')}"`;
}

function headOf({ baseUrl, shopName }: FeedOf): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>${element('title', shopName)}${element('link', baseUrl)}${element('description', `What ${shopName} sells`)}
`;
}

function itemOf(tool: Tool, { baseUrl, shopName, currency }: FeedOf): string {
  const money = (price: number) => `${price.toFixed(2)} ${currency}`;
  const isThere = tool.availableQuantity >= tool.minOrderQuantity;
  const facts: [name: string, text: string | undefined][] = [
    ['g:id', tool._id],
    ['g:title', [...tool.name].slice(0, LONGEST_TITLE).join('')],
    ['g:description', tool.description],
    ['g:link', `${baseUrl}/products/${tool._id}`],
    ['g:image_link', new URL(tool.image, baseUrl).href],
    ['g:availability', isThere ? 'in_stock' : 'out_of_stock'],
    ['g:condition', 'new'],
    // A feed knows no price for a hundred: it is offered by that many.
    ['g:price', money(tool.price)],
    ['g:multipack', tool.priceUnit > 1 ? String(tool.priceUnit) : undefined],
    ['g:brand', shopName],
    ['g:gtin', tool.gtin],
    ['g:mpn', tool.sku],
    ['g:product_type', tool.category],
    ['g:item_group_id', tool.family?.slice(0, 50)],
    ['g:shipping_weight', tool.weight > 0 ? `${tool.weight * tool.priceUnit} g` : undefined],
  ];
  const bulk = tool.priceBreaks
    .filter(({ from }) => from >= LEAST_BULK * tool.priceUnit)
    .slice(0, MOST_BULK_PRICES)
    .map(
      ({ from, price }) =>
        `<g:bulk_price>${element('g:min_quantity', String(Math.ceil(from / tool.priceUnit)))}${element('g:price', money(price))}</g:bulk_price>`,
    );
  const said = facts.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [element(name, text)]));
  return `<item>${[...said, ...bulk].join('')}</item>\n`;
}
