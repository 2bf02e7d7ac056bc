import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Position } from '#server/engine/http/by-time.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { seed } from '#server/shop/seed/seed.ts';
import { type SQL, sql } from 'drizzle-orm';
import { findOrders } from './find-orders.ts';

/** An order with the text that it is found by. */
interface Known {
  id: string;
  at: string;
  state: string;
  words: string;
}

const ORDERS = 1_000;
const PAGE = 120;
const MOST = 500;
/** From looking through all orders to asking the index for nearly everything. */
const LATEST = [2_000, 300, 1];

let database: Database;
let known: Known[];

beforeAll(async () => {
  database = await freshDatabase();
  await seed(database, { production: false, seedTools: 0, seedOrders: ORDERS });
  known = await database.raw<Known>(
    `select order_id as id, s.created_at::text as at, state, words from order_search s join orders on id = order_id
     order by s.created_at desc, order_id desc`,
  );
}, 60_000);
afterAll(() => database.close());

/** What the search promises, read off the texts themselves. */
function promised(q: string, state: string | undefined): string[] {
  const words = q.toLowerCase().split(' ');
  const digits = q.replaceAll(/[\s+()./-]/g, '');
  const has = (text: string) =>
    words.every((word) => text.includes(word)) || (/^\d{3,}$/.test(digits) && digits !== q && text.includes(digits));
  return known
    .filter((order) => (state === undefined || order.state === state) && has(order.words))
    .map(({ id }) => id);
}

/** All pages of a search, and the total that the first one tells. */
async function found(q: string, wanted: SQL | undefined, latest: number): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  let after: Position | null = null;
  let total: number | null = null;
  for (;;) {
    const page = await findOrders(database.db, q, { wanted, after, rows: PAGE + 1, most: MOST }, latest);
    total ??= page.total;
    ids.push(...page.ids.slice(0, PAGE));
    if (page.ids.length <= PAGE) return { ids, total };
    const last = known.find(({ id }) => id === page.ids[PAGE - 1])!;
    after = [last.at, last.id];
  }
}

it.each(LATEST.flatMap((latest) => [[latest, undefined] as const, [latest, 'expired'] as const]))(
  'orders are found alike, page by page, where %i are looked through before the index is asked, in state %s',
  async (latest, state) => {
    await database.raw('analyze order_search');
    const one = known[432]!;
    const [number, name, company, email, phone, digits] = one.words.split('\n');
    const [town, trade] = company!.split(' ');
    const tool = one.words.split('\n').find((line) => line.includes(','))!;
    const searches = [
      one.id,
      one.id.slice(4, -1),
      number!,
      number!.slice(1),
      name!,
      company!,
      company!.slice(0, -1),
      town!,
      `${trade} ${town}`,
      email!,
      phone!,
      phone!.slice(4),
      digits!.slice(-6),
      '0001',
      '2026',
      '000',
      'po-1',
      tool,
      tool.slice(0, 9),
      'a b',
      '+ -',
      `${name!.split(' ')[0]} ${tool.split(' ')[0]}`,
      `${town} ${tool.split(',')[0]}`,
      `seed ${tool}`,
      'nothing like it',
      `${town} nothing`,
    ];
    for (const q of searches) {
      const expected = promised(q, state);
      const wanted = state === undefined ? undefined : sql`${orders.state} = ${state}`;
      const total = Math.min(expected.length, MOST + 1);
      expect({ q, ...(await found(q, wanted, latest)) }).toEqual({ q, ids: expected, total });
    }
  },
);

it('what an order is found by goes with it', async () => {
  const { id } = known.find(({ state }) => state === 'expired')!;
  const kept = () => database.raw('select from order_search where order_id = $1', [id]);
  expect(await kept()).toHaveLength(1);
  await database.raw('delete from orders where id = $1', [id]);
  expect(await kept()).toEqual([]);
});
