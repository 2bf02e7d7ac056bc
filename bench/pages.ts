import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { ask, startLimit } from './limit.ts';
import { startLoader } from './load.ts';
import { report, type Row } from './report.ts';
import { beside, inTurn, steady } from './rounds.ts';

const CONNECTIONS = 32;

/** The HTML of the public pages, beside a bare node:http that gives the same bytes. */
export async function benchPages(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres();
  const loader = startLoader();
  let shop: CatalogueShop | undefined;
  try {
    shop = await openCatalogueShop(server, 1_000);
    const [tool] = (await (await fetch(`${shop.url}/tool?limit=1`)).json()) as { _id: string }[];
    const rows: Row[] = [];
    for (const [name, path] of [
      ['home', '/'],
      ['products', '/products'],
      ['a product', `/products/${tool?._id ?? ''}`],
    ] as const) {
      for (const encoding of ['br', 'identity']) {
        const headers = { 'accept-encoding': encoding };
        const bytes = await ask(shop.url + path, headers);
        const limit = await startLimit(bytes);
        const shot = { connections: CONNECTIONS, requests: [{ path, headers }] };
        const [bare, ours] = await inTurn(loader, [
          steady('node:http', { ...shot, url: limit.url }),
          steady(name, { ...shot, url: shop.url }),
        ]);
        limit.stop();
        const kilobytes = (Buffer.byteLength(bytes.body, 'base64') / 1000).toFixed(1);
        rows.push({
          what: `${name}, ${encoding === 'br' ? 'brotli' : 'not compressed'}, ${kilobytes} kB`,
          ...beside(ours!, bare!),
          bar: { shareOfLimit: 0.5 },
        });
      }
    }
    const how = `One process of the built shop with 1,000 tools, ${CONNECTIONS} connections. Rounds in turn, medians.`;
    return report('pages', 'Pages', how, rows);
  } finally {
    loader.stop();
    await shop?.stop();
    await server.stop();
  }
}
