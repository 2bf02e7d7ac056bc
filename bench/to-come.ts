import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepComing } from '#server/catalogue/promises/keep-coming.ts';
import { type Database, type RawQuery } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres, type TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { buildShop, PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { type ShotResult, startLoader } from './load.ts';
import { report, type Row } from './report.ts';
import { beside, medianOf } from './rounds.ts';

const CONNECTIONS = 16;
const ROUNDS = Number(process.env['TO_COME_ROUNDS'] ?? 12);
/** Each tool of a kind is ordered once in a round. */
const ORDERS = 800;
const BATCHES = 3;
/** One less than the unpaid orders that a customer may have. */
const ORDERS_OF_A_CUSTOMER = 19;
/** What an order leaves to be done after its answer is over by then, in ms: none of it falls into the next turn. */
const REST_MS = 700;
/** The folder of another version with its modules and its build, to hold this one against; without it, orders from stock are the limit. */
const BEFORE = process.env['BENCH_BEFORE'];

interface Contender {
  what: string;
  shop: CatalogueShop;
  tools: string[];
  tokens: string[];
  results: ShotResult[];
  ready?: () => Promise<void>;
}

/** Orders of one line of three pieces, from stock and from three announced batches, in turn; and the same from the stock of an earlier version. */
export async function benchToCome(): Promise<boolean> {
  await buildShop();
  // As a shop runs it: what is acknowledged is on the disk.
  const server = await startPostgres({ durable: true });
  const loader = startLoader();
  const open: Prepared[] = [];
  try {
    const now = await prepare(server);
    open.push(now);
    const [stocked, announced] = [now.tools.slice(0, ORDERS), now.tools.slice(ORDERS)];
    const half = now.tokens.length / 2;
    await announce(now.database.raw, announced);
    const fromStock = { ...now, what: 'from stock', tools: stocked, tokens: now.tokens.slice(0, half), results: [] };
    const contenders: Contender[] = [
      fromStock,
      {
        ...now,
        what: 'from three batches',
        tools: announced,
        tokens: now.tokens.slice(half),
        results: [],
        ready: () => announceOneMore(now.database.raw, announced),
      },
    ];
    let limit: Contender = fromStock;
    if (BEFORE !== undefined) {
      const before = await prepare(server, join(BEFORE, 'build', 'main.js'));
      open.push(before);
      limit = { ...before, what: 'before', tools: before.tools.slice(0, ORDERS), results: [] };
      contenders.push(limit);
    }
    // The round before the first lets the compiler see the path.
    for (let round = 0; round <= ROUNDS; round++) {
      for (let turn = 0; turn < contenders.length; turn++) {
        const contender = contenders[(turn + round) % contenders.length]!;
        await contender.ready?.();
        await pause(REST_MS);
        const result = await loader.fire({
          url: contender.shop.url,
          connections: CONNECTIONS,
          lists: calls(contender, round),
        });
        if (result.failed > 0) throw new Error(`${contender.what}: ${result.failed} orders failed.`);
        if (round > 0) contender.results.push(result);
      }
    }
    const how = `One process of the built shop, 1,000 tools beside ${2 * ORDERS} that are ordered, ${CONNECTIONS} connections, PostgreSQL with fsync. Each order has one line of ${BATCHES} pieces: of the stock, or one each of ${BATCHES} batches. ${BEFORE === undefined ? 'The limit is the order from stock' : 'The limit is the same order from the stock of the version in BENCH_BEFORE, in a process and a database of its own'}. ${ORDERS} orders a turn, ${ROUNDS} rounds, whose turns change places, medians.`;
    const rows = contenders
      .filter((contender) => contender !== limit)
      .flatMap(({ what, results }): Row[] => [
        {
          what: `orders ${what}`,
          ...beside(results, limit.results),
          bar: { shareOfLimit: what === 'from stock' ? 0.95 : 0.77 },
        },
        { what: `${what}: p50`, value: medianOf(results, 'p50'), limit: medianOf(limit.results, 'p50'), unit: 'ms' },
        { what: `${what}: p99`, value: medianOf(results, 'p99'), limit: medianOf(limit.results, 'p99'), unit: 'ms' },
      ]);
    return report('to-come', 'Orders of goods to come', how, rows);
  } finally {
    loader.stop();
    for (const { shop, database } of open) {
      await database.close();
      await shop.stop();
    }
    await server.stop();
  }
}

interface Prepared {
  shop: CatalogueShop;
  database: Database;
  tools: string[];
  tokens: string[];
}

/** A shop with enough stock for all, and people to buy it. */
async function prepare(server: TestServer, program?: string): Promise<Prepared> {
  const shop = await openCatalogueShop(server, 1_000 + 2 * ORDERS, { program });
  const database = await openDatabase({ url: shop.databaseUrl });
  await database.raw('update tools set available_quantity = 1000000, min_order_quantity = 1, quantity_step = 1');
  const tools = await database.raw<{ id: string }>('select id from tools order by position limit $1', [2 * ORDERS]);
  const customers = 2 * Math.ceil((ORDERS * (ROUNDS + 1)) / ORDERS_OF_A_CUSTOMER);
  const people = await signedInPeople(database, customers, shop.url, PROCESS_SECRET);
  await database.raw('analyze');
  return { shop, database, tools: tools.map(({ id }) => id), tokens: people.map(({ token }) => token) };
}

/** Makes tools such that come alone, in batches of which nothing is free yet. */
async function announce(query: RawQuery, tools: string[]): Promise<void> {
  await query(`update tools set available_quantity = 0, backorder_kind = 'incoming' where id = any($1::text[])`, [
    tools,
  ]);
  await query(
    `insert into batches (id, tool_id, quantity, day, received, state)
     select tool || '.' || batch, tool, 1, current_date + 10 * batch, 1, 'announced'
     from unnest($1::text[]) as tool, generate_series(1, $2) as batch`,
    [tools, BATCHES],
  );
}

/** One more piece of each batch. */
async function announceOneMore(query: RawQuery, tools: string[]): Promise<void> {
  await query('update batches set quantity = quantity + 1 where tool_id = any($1::text[])', [tools]);
  await keepComing(query, tools);
}

function calls({ tools, tokens }: Contender, round: number) {
  const all = tools.map((toolId, index) => ({
    method: 'POST' as const,
    path: '/order',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[(round * tools.length + index) % tokens.length]}`,
    },
    body: JSON.stringify({ name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity: BATCHES }),
  }));
  const each = all.length / CONNECTIONS;
  return Array.from({ length: CONNECTIONS }, (_, index) => all.slice(index * each, (index + 1) * each));
}
