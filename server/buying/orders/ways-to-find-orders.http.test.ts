import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { seed } from '#server/shop/seed/seed.ts';
import type { Position } from '#server/engine/http/by-time.ts';
import { findOrders, type Reach } from './find-orders.ts';

/** An order with the texts that it is found by. */
interface Known {
  id: string;
  at: string;
  places: string[];
  words: string;
}

const ORDERS = 1_000;
const PAGE = 120;
const MOST = 10_000;
/** From looking through nearly all to asking the indexes for nearly everything. */
const REACHES: Reach[] = [
  { latest: 100, newest: 1_000, parties: 1_000, goods: 1_000, each: 1_000 },
  { latest: 25, newest: 50, parties: 2, goods: 2, each: 2 },
  { latest: 1, newest: 1, parties: 0, goods: 0, each: 0 },
];

let database: Database;
let known: Known[];

beforeAll(async () => {
  database = await freshDatabase();
  await seed(database, { production: false, seedTools: 0, seedOrders: ORDERS });
  known = await database.raw<Known>(
    `select order_id as id, s.created_at::text as at, s.words,
       array[s.codes, p.words] || array(select g.words from order_goods g where g.id = any(s.goods)) as places
     from order_search s join order_parties p on p.id = s.party order by s.created_at desc, order_id desc`,
  );
}, 60_000);
afterAll(() => database.close());

/** What the search promises, read off the texts themselves. */
function promised(q: string): string[] {
  const words = q.toLowerCase().split(' ');
  const digits = q.replaceAll(/[\s+()./-]/g, '');
  const has = (text: string) =>
    words.every((word) => text.includes(word)) || (/^\d{3,}$/.test(digits) && digits !== q && text.includes(digits));
  const together = known.filter(({ places }) => places.some(has));
  return (together.length > 0 ? together : known.filter(({ words: text }) => has(text))).map(({ id }) => id);
}

/** All pages of a search, and the total that the first one tells. */
async function found(q: string, reach: Reach): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  let after: Position | null = null;
  let total: number | null = null;
  for (;;) {
    const page = await findOrders(database.db, q, { wanted: undefined, after, rows: PAGE + 1, most: MOST }, reach);
    total ??= page.total;
    ids.push(...page.ids.slice(0, PAGE));
    if (page.ids.length <= PAGE) return { ids, total };
    const last = known.find(({ id }) => id === page.ids[PAGE - 1])!;
    after = [last.at, last.id];
  }
}

it.each(REACHES)(
  'orders are found alike, page by page, whatever is looked through before an index is asked: $latest, $newest',
  async (reach) => {
    await database.raw('analyze order_search');
    const one = known[432]!;
    const [, name, company] = one.words.split('\n');
    const [phone, digits] = [one.words.split('\n')[4]!, one.words.split('\n')[5]!];
    const [town, trade] = company!.split(' ');
    const tool = one.places[2]!.split('\n')[0]!;
    const searches = [
    one.id, one.places[0]!.split('\n')[0]!, one.id.slice(4, -1), name!, company!, company!.slice(0, -1), town!, `${trade} ${town}`, phone, digits.slice(-6), one.places[0]!.split('\n')[0]!.slice(1), '0001', '2026', phone.slice(4),
    tool, tool.slice(0, 9), `${name!.split(' ')[0]} ${tool.split(' ')[0]}`, `${town} ${tool.split(',')[0]}`, `seed ${tool}`, 'po-1', '000', 'nothing like it', `${town} nothing`,
  ]; // prettier-ignore
    for (const q of searches) {
      const expected = promised(q);
      expect({ q, ...(await found(q, reach)) }).toEqual({ q, ids: expected, total: expected.length });
    }
  },
);

it('a party is forgotten with the last order that names it', async () => {
  const parties = () => database.raw<{ id: number }>('select id from order_parties p where not exists (select from order_search where party = p.id)'); // prettier-ignore
  expect(await parties()).toEqual([]);
  const [one] = await database.raw<{ party: number; orders: string[] }>(
    'select party, array_agg(order_id) as orders from order_search group by party having count(*) > 1 limit 1',
  );
  const left = () => database.raw('select id from order_parties where id = $1', [one!.party]);
  const change = (id: string) => database.raw(`update orders set company = 'Another' where id = $1`, [id]);
  for (const id of one!.orders.slice(1)) await change(id);
  expect(await left()).toHaveLength(1);
  await change(one!.orders[0]!);
  expect(await left()).toEqual([]);
  expect(await parties()).toEqual([]);
});

it('an order that is removed is no order of its goods any more', async () => {
  const [one] = await database.raw<{ id: string }>(
    'select order_id as id from order_search order by created_at limit 1',
  );
  const sold = () => database.raw('select goods from order_sales where order_id = $1', [one!.id]);
  expect(await sold()).not.toEqual([]);
  await database.raw('delete from order_search where order_id = $1', [one!.id]);
  expect(await sold()).toEqual([]);
});
