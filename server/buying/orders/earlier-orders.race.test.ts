import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { earlierOrdersJob } from './earlier-orders.ts';

const ORDERS = 90;

let shops: TestShop[];
const tokens: string[] = [];
/** Nobody may have more open orders than twenty. */
const buyerOf = (index: number) => tokens[index % tokens.length]!;
let placed: Order[];

beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
  for (let buyer = 0; buyer < 9; buyer++) tokens.push((await shops[0]!.person(`Buyer${buyer}`)).token);
  const tools = [await shops[0]!.tool({ name: 'Bearing puller' }), await shops[0]!.tool({ name: 'Cold chisel' })];
  placed = [];
  for (let index = 0; index < ORDERS; index++) placed.push(await shops[0]!.order(buyerOf(index), tools[index % 2]!));
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

it('orders are paid, changed, taken back and placed while two processes make all of them findable', async () => {
  const { raw } = shops[0]!.parts.database;
  await raw('delete from order_search');
  await raw('delete from order_goods');
  await raw(`insert into order_search_behind values ('infinity', '')`);
  const jobs = shops.map(({ parts }) => earlierOrdersJob(parts.database, 5).run(new AbortController().signal));
  const body = (name: string) => ({
    name,
    address: '1 Dock Road',
    phone: '555',
    company: '',
    purchaseOrder: '',
    note: '',
  });
  const answers = await Promise.all(
    placed.map(async ({ _id, lines }, index) => {
      const shop = shops[index % 2]!;
      switch (index % 5) {
        case 0:
          return (
            await shop.call('PUT', `/order/${_id}/details`, { as: buyerOf(index), body: body(`Renamed ${index}`) })
          ).status;
        case 1:
          return (await shop.call('DELETE', `/order/${_id}`, { as: buyerOf(index) })).status;
        case 2:
          await shop.parts.database.raw(
            `update orders set state = 'paid', paid_at = now(), transaction_id = 'pi_' || id where id = $1`,
            [_id],
          );
          return 200;
        case 3: {
          const wish = {
            name: `New ${index}`,
            address: '1 Dock Road',
            phone: '555',
            toolId: lines[0]!.toolId,
            quantity: 1,
          };
          return (await shop.call('POST', '/order', { as: buyerOf(index), body: wish })).status - 1;
        }
        default:
          return 200;
      }
    }),
  );
  await Promise.all(jobs);
  expect(answers).toEqual(answers.map(() => 200));
  expect(
    await raw(
      `select o.id from orders o left join order_search s on s.order_id = o.id left join order_parties p on p.id = s.party
       where s.order_id is null or s.words <> order_search_words(o) or s.codes <> order_code_words(o)
         or p.words is distinct from order_party_words(o) or cardinality(s.goods) <> o.line_count`,
    ),
  ).toEqual([]);
  expect(
    await raw(
      `(select order_id, unnest(goods) as goods from order_search except all select order_id, goods from order_sales)
       union all (select order_id, goods from order_sales except all select order_id, unnest(goods) from order_search)`,
    ),
  ).toEqual([]);
  expect(await raw('select from order_search_behind')).toEqual([]);
  expect(
    await raw('select from order_parties p where not exists (select from order_search where party = p.id)'),
  ).toEqual([]);
});

it('a portion waits for whoever changes one of its orders, and nobody who pays an order of another waits for it', async () => {
  const [{ database }, { database: other }] = [shops[0]!.parts, shops[1]!.parts];
  await database.raw('delete from order_search');
  await database.raw(`insert into order_search_behind values ('infinity', '')`);
  const newest = await database.raw<{ id: string }>('select id from orders order by created_at desc, id desc limit 5');
  const oldest = placed[4]!._id;
  const begun = await other.rawTransaction(async ({ query }) => {
    await query(`update orders set company = 'Hüttenwerk' where id = $1`, [newest[0]!.id]);
    const written = { is: false };
    const job = earlierOrdersJob(database, 5)
      .run(AbortSignal.abort())
      .then(() => (written.is = true));
    const waits = () =>
      query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    while (!written.is && (await waits()).length === 0);
    await database.raw(
      `update orders set state = 'paid', paid_at = now(), transaction_id = 'pi_oldest' where id = $1`,
      [oldest],
    );
    return { job };
  });
  await begun.job;
  const written = await database.raw<{ id: string; words: string }>(
    'select order_id as id, words from order_search order by created_at desc, order_id desc',
  );
  expect(written.map(({ id }) => id)).toEqual([...newest.map(({ id }) => id), oldest]);
  expect(written[0]!.words).toContain('huttenwerk');
});
