import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { ask, startLimit } from './limit.ts';
import { type Loader, startLoader } from './load.ts';
import { residentMb } from './memory.ts';
import { report, type Row } from './report.ts';
import { beside, type Contender, inTurn, medianOf, steady } from './rounds.ts';
import { searches } from './searches.ts';

const LIST = '/tool?limit=24';
/** Searches of one connection in a round, when it is alone and when it is one of many. */
const ALONE = 200;
const OF_MANY = 40;
const SEARCH_ROUNDS = 3;

interface Shops {
  small: CatalogueShop;
  large: CatalogueShop;
}

/** Reads of the API at two sizes of the catalogue, beside a bare node:http that gives the same bytes. */
export async function benchApi(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres();
  const loader = startLoader();
  const open: CatalogueShop[] = [];
  try {
    const small = await openCatalogueShop(server, 1_000);
    open.push(small);
    const large = await openCatalogueShop(server, 100_000);
    open.push(large);
    const shops = { small, large };
    const rows = [
      ...(await lists(loader, shops)),
      ...(await oneTool(loader, shops)),
      ...(await uncachedSearches(loader, shops)),
      memory('memory after all of it, 1,000 tools', small),
      memory('memory after all of it, 100,000 tools', large),
    ];
    const how = 'One process of the built shop for each size, on one PostgreSQL. Rounds in turn, medians.';
    return report('api', 'API, reads', how, rows);
  } finally {
    loader.stop();
    for (const shop of open) await shop.stop();
    await server.stop();
  }
}

async function lists(loader: Loader, { small, large }: Shops): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [encoding, name] of [
    ['identity', ''],
    ['br', ', brotli'],
  ] as const) {
    const requests = [{ path: LIST, headers: { 'accept-encoding': encoding } }];
    const limit = await startLimit(await ask(small.url + LIST, { 'accept-encoding': encoding }));
    for (const connections of encoding === 'br' ? [32] : [32, 1]) {
      const [bare, few, many] = await inTurn(loader, [
        steady('node:http', { url: limit.url, connections, requests }),
        steady('the list of 1,000', { url: small.url, connections, requests }),
        steady('the list of 100,000', { url: large.url, connections, requests }),
      ]);
      const barred = connections === 32;
      rows.push(
        {
          what: `GET /tool, first 24 of 1,000${name}, ${on(connections)}`,
          ...beside(few!, bare!),
          ...(barred ? { bar: { shareOfLimit: 0.5 } } : {}),
        },
        {
          what: `the same of 100,000, beside that of 1,000${name}, ${on(connections)}`,
          ...beside(many!, few!),
          ...(barred ? { bar: { shareOfLimit: 0.9 } } : {}),
        },
      );
    }
    limit.stop();
  }
  return rows;
}

async function oneTool(loader: Loader, { small }: Shops): Promise<Row[]> {
  const list = (await (await fetch(small.url + LIST)).json()) as { _id: string }[];
  const path = `/tool/${list[0]?._id ?? ''}`;
  const limit = await startLimit(await ask(small.url + path, {}));
  const rows: Row[] = [];
  for (const connections of [32, 1]) {
    const [bare, ours] = await inTurn(loader, [
      steady('node:http', { url: limit.url, connections, requests: [{ path }] }),
      steady('one tool', { url: small.url, connections, requests: [{ path }] }),
    ]);
    rows.push({
      what: `GET /tool/{id}, ${on(connections)}`,
      ...beside(ours!, bare!),
      ...(connections === 32 ? { bar: { shareOfLimit: 0.5 } } : {}),
    });
  }
  limit.stop();
  return rows;
}

/** Each search is asked once, so that PostgreSQL answers every one. */
async function uncachedSearches(loader: Loader, { small, large }: Shops): Promise<Row[]> {
  const rows: Row[] = [];
  const asked = { small: searches(), large: searches() };
  for (const connections of [1, 32]) {
    const each = connections === 1 ? ALONE : OF_MANY;
    const contender = (name: string, { url }: CatalogueShop, paths: Generator<string, never>): Contender => ({
      name,
      shot: () => ({
        url,
        connections,
        lists: Array.from({ length: connections }, () =>
          Array.from({ length: each }, () => ({ path: paths.next().value })),
        ),
      }),
    });
    const [few, many] = await inTurn(
      loader,
      [contender('searches of 1,000', small, asked.small), contender('searches of 100,000', large, asked.large)],
      SEARCH_ROUNDS,
    );
    for (const [size, result] of [
      ['1,000', few!],
      ['100,000', many!],
    ] as const) {
      rows.push(
        { what: `uncached searches of ${size}, ${on(connections)}`, value: medianOf(result, 'rate'), unit: '/s' },
        {
          what: `their p95, ${on(connections)}`,
          value: medianOf(result, 'p95'),
          unit: 'ms',
          ...(size === '100,000' && connections === 1 ? { bar: { below: 30 } } : {}),
        },
      );
    }
  }
  return rows;
}

function memory(what: string, shop: CatalogueShop): Row {
  return { what, value: residentMb(shop.pid()), unit: 'MB', bar: { below: 260 } };
}

function on(connections: number): string {
  return connections === 1 ? '1 connection' : `${connections} connections`;
}
