import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { createAccessTokens } from '#server/people/identity/access-token.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { buildShop, PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { generatedTool } from '#content/catalogue.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { type Loader, startLoader } from './load.ts';
import { knownOrders, type KnownOrder, ORDER_SEARCHES, orderLists, orderSearches } from './order-searches.ts';
import { type Bar, report, type Row } from './report.ts';
import { medianOf } from './rounds.ts';
import { searches } from './searches.ts';

/** How large the shop is, and the hundredth of it that shows how each figure grows. */
const LARGE: Size = {
  tools: Number(process.env['GROWTH_TOOLS'] ?? 1_000_000),
  orders: Number(process.env['GROWTH_ORDERS'] ?? 3_000_000),
};
/** The addresses of two databases that an earlier run filled, the small one first, to ask them again instead of filling new ones. */
const FILLED = process.env['GROWTH_FILLED']?.split(' ') ?? [];
const SMALL: Size = { tools: hundredth(LARGE.tools), orders: hundredth(LARGE.orders) };
/** Bars hold for the whole size. */
const WHOLE = LARGE.tools === 1_000_000 && LARGE.orders === 3_000_000;
/** Filling all of it takes this long at most, in s. */
const FILLED_IN_S = 900;
/** A server for so much: memory for it, and a log that is written for crashes alone and seldom cut. */
const SERVER = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
};
/** A busy machine is waited for; the bar says what it should have taken. */
const PATIENCE = 5;
const ASKED_A_ROUND = 200;
/** What reads all tools and days is asked less often. */
const OVERVIEWS_A_ROUND = 20;
/** Orders that are looked for. */
const KNOWN_ORDERS = 700;
const ROUNDS = 3;

interface Size {
  tools: number;
  orders: number;
}

/** A filled shop, and what is known of it to ask it. */
interface Filled {
  shop: CatalogueShop;
  size: Size;
  orders: KnownOrder[];
}

/** One kind of question, none of which is asked twice where its answer could be kept, so that the database answers each. */
interface Question {
  what: string;
  paths(filled: Filled): Generator<string, void>;
  /** ASKED_A_ROUND where it is left out. */
  aRound?: number;
  bar?: Bar;
}

const QUESTIONS: Question[] = [
  { what: 'uncached searches', paths: ({ size }) => searches(size.tools), bar: { below: 1_000 } },
  { what: 'suggestions', paths: ({ size }) => beginnings(size.tools), bar: { below: 1_000 } },
  { what: 'parts of the sitemap', paths: ({ size }) => sitemapParts(size.tools) },
  { what: 'search pages', paths: ({ size }) => searchPages(size.tools) },
  { what: 'lists of orders', paths: ({ orders }) => orderLists(orders), bar: { below: 50 } },
  ...ORDER_SEARCHES.map(({ by, typed }) => ({
    what: `orders by ${by}`,
    paths: ({ orders }: Filled) => orderSearches(orders, typed),
    bar: { below: 1_000 },
  })),
  ...[90, 60, 7].map((days) => ({
    what: `Overview of ${days} days`,
    paths: () => overviews(days),
    aRound: OVERVIEWS_A_ROUND,
    bar: { below: 1_000 },
  })),
];

/** What a large shop answers beside one of a hundredth, on one connection: how it grows. */
export async function benchGrowth(): Promise<boolean> {
  await buildShop();
  const server = FILLED.length === 0 ? await startPostgres({ settings: SERVER }) : null;
  const filled = FILLED.values();
  const place = server ?? { createDatabase: async () => filled.next().value ?? '' };
  const loader = startLoader();
  const open: CatalogueShop[] = [];
  const fill = async (size: Size) => {
    const filledWithinMs = FILLED_IN_S * 1_000 * PATIENCE;
    const shop = await openCatalogueShop(place, size.tools, { filledWithinMs, orders: size.orders });
    open.push(shop);
    return { shop, size, orders: await prepare(shop) };
  };
  try {
    const small = await fill(SMALL);
    const large = await fill(LARGE);
    const rows: Row[] = [];
    if (server) {
      console.log(`${told(LARGE)} filled in ${(large.shop.filledInMs / 1_000).toFixed(0)} s`);
      rows.push({
        what: `filling ${told(LARGE)}`,
        value: large.shop.filledInMs / 1_000,
        unit: 's',
        ...(WHOLE ? { bar: { below: FILLED_IN_S } } : {}),
      });
    }
    for (const question of QUESTIONS) {
      const ofHundredth = await p95(loader, question, small);
      const value = await p95(loader, question, large);
      console.log(`${question.what}: p95 ${value.toFixed(1)} ms, of a hundredth ${ofHundredth.toFixed(1)} ms`);
      rows.push({
        what: `${question.what}: p95`,
        value,
        limit: ofHundredth,
        ratio: ofHundredth / value,
        unit: 'ms',
        ...(question.bar && WHOLE ? { bar: question.bar } : {}),
      });
    }
    const how = `One process of the built shop with ${told(LARGE)}, on PostgreSQL with 2 GB of shared buffers, 1 connection; no address that could be cached is asked twice. Up to ${ROUNDS} rounds of ${ASKED_A_ROUND}, of Overview ${OVERVIEWS_A_ROUND}, medians of their p95. The limit is the same at a hundredth (${told(SMALL)}), so the ratio says how it grows: 1.00 is not at all, 0.50 to twice as much.`;
    return report('growth', 'Growth', how, rows);
  } finally {
    loader.stop();
    for (const shop of open) await shop.stop();
    await server?.stop();
  }
}

async function withDatabase<T>({ databaseUrl }: CatalogueShop, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: databaseUrl });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** An admin's token; it is good for 15 minutes, and filling takes longer. */
function adminToken(shop: CatalogueShop): Promise<string> {
  return withDatabase(shop, async (database) => {
    const tokens = await createAccessTokens(database, { authSecret: PROCESS_SECRET, formerAuthSecrets: [] }, shop.url);
    const [admin] = await database.raw<{ userId: string; sessionId: string }>(
      `select u.id as "userId", s.id as "sessionId" from users u join sessions s on s.user_id = u.id
       where u.role = 'admin' limit 1`,
    );
    return (await tokens.issue(admin!)).token;
  });
}

/** Lets an admin in, where none was by an earlier run. @returns orders to look for */
function prepare(shop: CatalogueShop): Promise<KnownOrder[]> {
  return withDatabase(shop, async (database) => {
    if (FILLED.length === 0) {
      const [admin] = await signedInPeople(database, 1, shop.url, PROCESS_SECRET);
      await database.raw(`update users set role = 'admin' where id = $1`, [admin!.userId]);
    }
    return knownOrders(database, KNOWN_ORDERS);
  });
}

async function p95(loader: Loader, question: Question, filled: Filled): Promise<number> {
  const paths = question.paths(filled);
  const aRound = question.aRound ?? ASKED_A_ROUND;
  const headers = { authorization: `Bearer ${await adminToken(filled.shop)}` };
  const round = () => {
    const list = [];
    for (let next = paths.next(); !next.done; next = paths.next()) {
      list.push({ path: next.value, headers });
      if (list.length === aRound) break;
    }
    return { url: filled.shop.url, connections: 1, lists: [list] };
  };
  const results = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const shot = round();
    if (shot.lists[0]?.length === 0) break;
    const result = await loader.fire(shot);
    // A bar that is missed by far is no reason to lose what an hour of filling was for.
    if (result.failed > 0) {
      console.error(`${question.what}, ${told(filled.size)}: ${result.failed} of ${aRound} failed`);
      return Number.POSITIVE_INFINITY;
    }
    results.push(result);
  }
  return medianOf(results, 'p95');
}

/** What is typed until a suggestion comes: beginnings of tools' names. */
function* beginnings(size: number): Generator<string, void> {
  const asked = new Set<string>();
  for (let turn = 0; ; turn++) {
    const name = generatedTool((turn * 7_919 + 13) % size).name.toLowerCase();
    let typed = name.slice(0, 3 + (turn % Math.max(1, name.length - 3)));
    // Another spelling of the same is as new to the shop.
    while (asked.has(typed)) typed += ' ';
    asked.add(typed);
    yield `/tool-suggestions?q=${encodeURIComponent(typed)}`;
  }
}

/** Each part once. */
function* sitemapParts(size: number): Generator<string, void> {
  for (let part = 1; part <= Math.max(1, Math.floor(size / 2_000)); part++) yield `/sitemaps/tools-${part}.xml`;
}

function* searchPages(size: number): Generator<string, void> {
  for (const path of searches(size, 4_001)) yield path.replace(/^\/tool\?limit=24&/, '/products?');
}

/** The question that the dashboard asks when it is opened. */
function* overviews(days: number): Generator<string, void> {
  for (;;) yield `/figures?days=${days}`;
}

function told({ tools, orders }: Size): string {
  return `${tools.toLocaleString('en-US')} tools, ${orders.toLocaleString('en-US')} orders`;
}

function hundredth(count: number): number {
  return Math.max(1, Math.round(count / 100));
}
