import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figures } from '#contract/money/figures.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { random as randomOf } from '../../../prove/random.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import { foldSales } from './figures.ts';
import { keptDays, readSellers } from './sellers.ts';
import { dayOf, dayPlus } from './spans.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  buyer = await shop.person('Buyer');
});
afterAll(() => shop.close());

const raw = <T extends object>(sql: string, parameters: unknown[] = []) => shop.parts.database.raw<T>(sql, parameters);
const figures = async (query = '') =>
  (await (await shop.call('GET', `/figures?${query}`, { as: ada.token })).json()) as Figures;

/** The kept sums, news included, beside the same counted from the orders themselves. */
async function kept() {
  const sums = await raw(
    `select to_char(day, 'YYYY-MM-DD') as day, tool_id, sum(placed)::int as placed, sum(paid)::int as paid,
       sum(pieces)::int as pieces, sum(cents)::int as cents
     from (select day, tool_id, placed, paid, pieces, cents from sales_sums
       union all select day, tool_id, placed, paid, pieces, cents from sales_news) both_tables
     group by 1, 2 having sum(placed) <> 0 or sum(paid) <> 0 or sum(pieces) <> 0 or sum(cents) <> 0 order by 1, 2`,
  );
  const counted = await raw(
    `select to_char(day, 'YYYY-MM-DD') as day, tool_id, sum(placed)::int as placed, sum(paid)::int as paid,
       sum(pieces)::int as pieces, sum(cents)::int as cents
     from (
       select utc_day(created_at) as day, '' as tool_id, 1 as placed, 0 as paid, 0 as pieces, 0 as cents from orders
       union all select utc_day(paid_at), '', 0, 1, 0, total_cents - refunded_cents from orders where state = 'paid'
       union all select utc_day(paid_at), tool_id, 0, 1, quantity, quantity * unit_price_cents
         from orders join order_lines on order_id = orders.id where state = 'paid') counted
     group by 1, 2 having sum(placed) <> 0 or sum(paid) <> 0 or sum(pieces) <> 0 or sum(cents) <> 0 order by 1, 2`,
  );
  return { sums, counted };
}

describe('the kept sums', () => {
  it('agree with the books to the cent after many random actions', async () => {
    const { next: random } = randomOf(20_261_122);
    const upTo = (most: number) => 1 + Math.floor(random() * most);
    const tools: Tool[] = [];
    for (const price of [1.07, 19.99, 250]) tools.push(await shop.tool({ price, availableQuantity: 100_000 }));
    const open: string[] = [];
    const paid: string[] = [];
    for (let action = 0; action < 120; action++) {
      const choice = random();
      if ((choice < 0.4 && open.length < 8) || open.length === 0) {
        const some = tools.filter(() => random() < 0.6);
        const lines = (some.length > 0 ? some : tools).map(({ _id }) => ({ toolId: _id, quantity: upTo(50) }));
        const answer = await shop.call('POST', '/order', {
          as: buyer.token,
          body: { lines, name: 'Buyer', address: 'Dhaka', phone: '+880 1' },
        });
        if (answer.status !== 201) throw new Error(await answer.text());
        open.push(((await answer.json()) as { _id: string })._id);
      } else if (choice < 0.65) {
        const id = open.splice(upTo(open.length) - 1, 1)[0]!;
        await raw(
          `update orders set state = 'paid', paid_at = now() - $2 * interval '1 hour', transaction_id = 'pi_' || id where id = $1`,
          [id, upTo(2000)],
        );
        paid.push(id);
      } else if (choice < 0.75) {
        const id = open.splice(upTo(open.length) - 1, 1)[0]!;
        const answer = await shop.call('DELETE', `/order/${id}`, { as: buyer.token });
        if (answer.status !== 200) throw new Error(await answer.text());
      } else if (choice < 0.95 && paid.length > 0) {
        await raw(
          'update orders set refunded_cents = least(total_cents, refunded_cents + 1 + total_cents / $2) where id = $1',
          [paid[upTo(paid.length) - 1], upTo(9)],
        );
      } else await foldSales(shop.parts.database);
    }
    expect(paid.length).toBeGreaterThan(10);
    const before = await kept();
    expect(before.sums).toEqual(before.counted);
    await foldSales(shop.parts.database);
    expect(await raw('select from sales_news')).toHaveLength(0);
    expect((await kept()).sums).toEqual(before.counted);
  });

  it('count orders that come back as paid, as from a backup', async () => {
    await raw(
      `insert into orders (id, user_id, name, email, address, phone, total_cents, state, transaction_id, paid_at, created_at)
       select 'paid-before', user_id, name, email, address, phone, 700, 'paid', 'pi_before', '2020-02-29T23:59:59Z', '2020-02-28T00:00:00Z'
       from orders limit 1`,
    );
    await raw(
      `insert into order_lines (id, order_id, tool_id, tool_name, unit_price_cents, quantity)
       select 'line-before', 'paid-before', tool_id, tool_name, 7, 100 from order_lines limit 1`,
    );
    const { sums, counted } = await kept();
    expect(sums).toEqual(counted);
    expect(sums).toContainEqual(expect.objectContaining({ day: '2020-02-29', tool_id: '', cents: 700 }));
  });
});

/** What the lists of sellers are by the books: each order line of these days, each tool. */
async function sellersByTheBooks(days: number) {
  const sold = `select tool_id, sum(quantity) as pieces, sum(quantity::bigint * unit_price_cents) as cents
    from orders join order_lines on order_id = orders.id
    where state = 'paid' and utc_day(paid_at) >= utc_day(now()) - ($1::int - 1) group by 1`;
  const told = `id, name, available_quantity as available, coalesce(pieces, 0)::float8 as pieces, coalesce(cents, 0)::float8 as cents`;
  const shown = `removed_at is null and ${onSaleNow()}`;
  const list = (from: string, ordered = '') =>
    raw<{ pieces: number }>(
      `with listed as (
         select ${told} from tools left join (${sold}) sold on tool_id = id where ${from} limit 10) select * from listed ${ordered}`,
      [days],
    );
  const unsold = await list(`${shown} and pieces is null order by position`, 'order by name');
  const slow = await list(`${shown} and pieces is not null order by pieces, name`);
  return {
    best: await list('pieces is not null order by pieces desc, name'),
    ending: await list(
      `${shown} and available_quantity::numeric * $1 <= pieces * 90 order by available_quantity / pieces::numeric, name`,
    ),
    worst: [...unsold, ...slow].slice(0, 10),
  };
}

describe('the lists of sellers', () => {
  const DAYS = [1, 7, 8, 30, 31, 60, 89, 90];
  /** By kept windows, from few tools to all, as the lists by the books are ordered. */
  async function told(days: number) {
    const [clock] = await raw<{ now: Date }>('select now() as now');
    const first = dayPlus(dayOf(clock!.now), 1 - days);
    const tries = [];
    for (const lookedAt of [undefined, [1, 2, 12, 25, null], [null]]) {
      const { best, ending, worst } = await readSellers(shop.parts.database, { first, days }, lookedAt);
      tries.push({ best, ending, worst });
    }
    return tries;
  }
  it.each([
    [1, 7],
    [13, 7],
    [61, 60],
    [366, 90],
  ])('of %i days are of the %i that are kept', (days, kept) => expect(keptDays(days)).toBe(kept));

  const plain = (lists: object) =>
    JSON.parse(JSON.stringify(lists, (key, value) => (key === 'list' ? undefined : value)));
  async function agree() {
    for (const days of DAYS) {
      const books = plain(await sellersByTheBooks(days));
      for (const lists of await told(days)) expect(plain(lists), `${days} days`).toEqual(books);
    }
  }
  /** As the windows would be, had the job not run for so many days; below 0, had the clock been ahead. */
  const leaveWindowsAt = async (daysAgo: number) => {
    await raw('delete from sales_lately');
    await raw('update sales_windows set first = utc_day(now()) - days + 1 - $1::int', [daysAgo]);
    await raw(`insert into sales_lately select days, tool_id, sum(pieces), sum(cents) from sales_windows join sales_sums on day >= first
      where tool_id <> '' group by 1, 2`);
  };
  const windows = () =>
    raw(
      `select days, tool_id, pieces::int, cents::int from sales_lately where pieces <> 0 or cents <> 0 order by 1, 2`,
    );

  it('are those of the books in every window, with news and without, however far the windows are behind', async () => {
    const { next: random } = randomOf(20_261_123);
    const upTo = (most: number) => 1 + Math.floor(random() * most);
    const tools: Tool[] = [];
    // Names that are not in the order of anything, and stock from none to plenty.
    for (let at = 0; at < 40; at++)
      tools.push(
        await shop.tool({
          name: `Seller ${(at * 17) % 40}`,
          price: 1 + at,
          availableQuantity: 20_000,
          minOrderQuantity: 1,
        }),
      );
    const sell = async (count: number) => {
      for (let at = 0; at < count; at++) {
        const chosen = tools.filter(() => random() < 0.1);
        const lines = (chosen.length > 0 ? chosen : tools.slice(0, 1)).map(({ _id }) => ({
          toolId: _id,
          quantity: upTo(5) * 10,
        }));
        const answer = await shop.call('POST', '/order', {
          as: buyer.token,
          body: { lines, name: 'Buyer', address: 'Dhaka', phone: '+880 1' },
        });
        if (answer.status !== 201) throw new Error(await answer.text());
        const { _id } = (await answer.json()) as { _id: string };
        await raw(
          `update orders set state = 'paid', paid_at = now() - $2 * interval '1 hour', transaction_id = 'pi_' || id where id = $1`,
          [_id, upTo(2_400)],
        );
      }
    };
    await sell(40);
    await agree();
    for (const [at, { _id }] of tools.entries())
      await raw('update tools set available_quantity = $2 where id = $1', [_id, [0, 1, 9, 70, 130, 900][at % 6]]);
    await raw(`update tools set removed_at = now() where id = $1`, [tools[3]!._id]);
    await raw(`update tools set on_sale = false where id = $1`, [tools[4]!._id]);
    await agree();
    await foldSales(shop.parts.database);
    await agree();
    await raw(`update tools set available_quantity = 20000, on_sale = true, removed_at = null`);
    await sell(15);
    await raw(`update tools set removed_at = now() where id = $1`, [tools[5]!._id]);
    for (const daysAgo of [1, 5, -2, 400]) {
      await leaveWindowsAt(daysAgo);
      await agree();
    }
    await leaveWindowsAt(3);
    await foldSales(shop.parts.database);
    await agree();
    const moved = await windows();
    await raw('select keep_sales_lately()');
    expect(await windows()).toEqual(moved);
    await agree();
    // What sold least, once no tool is left that did not sell.
    await raw(`update tools set on_sale = false where id <> all($1::text[])`, [tools.map(({ _id }) => _id)]);
    await agree();
    await raw('update tools set on_sale = true');
  }, 120_000);
});

describe('GET /figures', () => {
  it('counts and tells the tools that are short as their rows say', async () => {
    const counted = async () => {
      const rows = await raw<{ total: number }>(
        `select id as "_id", name, available_quantity as "availableQuantity", min_order_quantity as "minOrderQuantity",
           count(*) over ()::int as total
         from tools where removed_at is null and available_quantity < min_order_quantity order by available_quantity, name limit 10`,
      );
      return { tools: rows[0]?.total ?? 0, first: rows.map((row) => ({ ...row, total: undefined })) };
    };
    const { next: random } = randomOf(20_261_124);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const ids: string[] = [];
    for (let at = 0; at < 30; at++)
      ids.push((await shop.tool({ name: `Short ${(at * 7) % 30}`, minOrderQuantity: 5 }))._id);
    for (let turn = 0; turn < 8; turn++) {
      for (const id of ids)
        await raw('update tools set available_quantity = $2, min_order_quantity = $3, removed_at = $4 where id = $1', [
          id,
          [0, upTo(8), upTo(200), 5_000][upTo(3)],
          [1, 6, 300][upTo(2)],
          upTo(4) === 0 ? new Date() : null,
        ]);
      expect((await figures()).short).toEqual(await counted());
    }
    expect((await figures()).short.tools).toBeGreaterThan(3);
    const kept = await raw('select tool_id, level, short from stock_low order by 1');
    const fromTools = await raw(
      `select id as tool_id, stock_level(available_quantity) as level, available_quantity < min_order_quantity as short from tools
       where removed_at is null and (available_quantity < 128 or available_quantity < min_order_quantity) order by 1`,
    );
    expect(kept).toEqual(fromTools);
    await raw('update tools set removed_at = now() where id = any($1::text[])', [ids]);
  });

  it('says what to ship, what expires soon, what runs out and what does not sell', async () => {
    const saw = await shop.tool({ name: 'Ending saw', price: 10, availableQuantity: 110 });
    const order = await shop.order(buyer.token, saw, 100);
    const before = await figures('days=14');
    await raw(`update orders set hold_until = now() + interval '1 hour' where id = $1`, [order._id]);
    const soon = await figures('days=14');
    expect(soon.expiring.orders).toBe(before.expiring.orders + 1);
    expect(soon.expiring.first[0]).toMatchObject({ _id: order._id, number: order.number, price: 1000 });
    await raw(`update orders set state = 'paid', paid_at = now(), transaction_id = 'pi_saw' where id = $1`, [
      order._id,
    ]);
    const after = await figures('days=14');
    expect(after.toShip.orders).toBe(before.toShip.orders + 1);
    expect(after.runningOut).toContainEqual({
      _id: saw._id,
      name: 'Ending saw',
      availableQuantity: 10,
      pieces: 100,
      daysLeft: 1,
    });
    expect(after.worstSellers.map(({ pieces }) => pieces)).toEqual(Array(10).fill(0));
    expect(after.worstSellers.map(({ toolId }) => toolId)).not.toContain(saw._id);
    const [today] = after.periods;
    expect(today).toMatchObject({ name: 'day', days: 1 });
    expect(today!.revenue).toBe(before.periods[0]!.revenue + 1000);
  });

  it.each(['day', 'week', 'month', 'year'])('by %s comes to the same as by day', async (by) => {
    const { spans } = await figures(`by=${by}&days=30`);
    const { days } = await figures('days=366');
    const last = spans.at(-1)!;
    const sum = days
      .filter(({ day }) => day >= last.from)
      .reduce((cents, day) => cents + Math.round(day.revenue * 100), 0);
    expect(Math.round(last.revenue * 100)).toBe(sum);
  });
});
