import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { buildShop, PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { type ShotResult, startLoader } from './load.ts';
import { type RawResult, startRawOrders } from './raw-orders.ts';
import { report } from './report.ts';
import { beside, medianOf } from './rounds.ts';

const CONNECTIONS = 16;
const ROUNDS = 5;
const CUSTOMERS = 800;
/** With the round before the first these stay below the twenty unpaid orders that a customer may have. */
const EACH_IN_A_ROUND = 3;

/** Orders through the API, each of a signed-in customer, beside the same transaction through `pg` on the same tables. */
export async function benchOrders(): Promise<boolean> {
  await buildShop();
  // As a shop runs it: what is acknowledged is on the disk.
  const server = await startPostgres({ durable: true });
  const loader = startLoader();
  const raw = startRawOrders();
  let shop: CatalogueShop | undefined;
  try {
    shop = await openCatalogueShop(server, 1_000);
    const { tools, people } = await prepare(shop);
    const buyers = people.slice(0, CUSTOMERS);
    const others = people.slice(CUSTOMERS).map(({ userId }) => userId);
    const raws: RawResult[] = [];
    const results: ShotResult[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const customers = Array.from({ length: EACH_IN_A_ROUND }, () => others).flat();
      const limit = await raw.run({ url: shop.databaseUrl, connections: CONNECTIONS, customers, tools });
      const result = await loader.fire({ url: shop.url, connections: CONNECTIONS, lists: calls(buyers, tools) });
      if (result.failed > 0) throw new Error(`${result.failed} orders failed.`);
      if (round === 0) continue;
      raws.push(limit);
      results.push(result);
    }
    const how = `One process of the built shop, 1,000 tools, ${CUSTOMERS} customers with a token each, ${CONNECTIONS} connections, PostgreSQL with fsync. The limit is begin, conditional update, two inserts, commit on the same tables with triggers off, prepared, on ${CONNECTIONS} connections. ${ROUNDS} rounds in turn, medians.`;
    return report('orders', 'Orders', how, [
      {
        what: `POST /order, ${CONNECTIONS} connections`,
        ...beside(results, raws),
        bar: { shareOfLimit: 0.5 },
      },
      { what: 'one order, p50', value: medianOf(results, 'p50'), unit: 'ms' },
      { what: 'one order, p99', value: medianOf(results, 'p99'), unit: 'ms' },
    ]);
  } finally {
    loader.stop();
    raw.stop();
    await shop?.stop();
    await server.stop();
  }
}

/** Enough stock for all, and people to buy it. */
async function prepare({ databaseUrl, url }: CatalogueShop) {
  const database = await openDatabase({ url: databaseUrl });
  try {
    await database.raw('update tools set available_quantity = 1000000, min_order_quantity = 1, quantity_step = 1');
    const tools = await database.raw<{ id: string }>('select id from tools order by position');
    const people = await signedInPeople(database, 2 * CUSTOMERS, url, PROCESS_SECRET);
    await database.raw('analyze');
    return { tools: tools.map(({ id }) => id), people };
  } finally {
    await database.close();
  }
}

function calls(buyers: { token: string }[], tools: string[]) {
  const all = Array.from({ length: buyers.length * EACH_IN_A_ROUND }, (_, index) => ({
    method: 'POST' as const,
    path: '/order',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${buyers[index % buyers.length]!.token}`,
    },
    body: JSON.stringify({
      name: 'Buyer',
      address: '1 Dock Road',
      phone: '555',
      toolId: tools[index % tools.length],
      quantity: 1,
    }),
  }));
  const each = all.length / CONNECTIONS;
  return Array.from({ length: CONNECTIONS }, (_, index) => all.slice(index * each, (index + 1) * each));
}
