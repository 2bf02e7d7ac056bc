import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figures } from '#contract/money/figures.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { random as randomOf } from '../../../prove/random.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { readToday, refreshDaysOf } from './sales-days.ts';
import { readToolLists, sellersDaysOf } from './tool-lists.ts';
import { dayPlus } from '#contract/days.ts';

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

const payByTransfer = async (id: string) => {
  const [{ today } = { today: '' }] = await raw<{ today: string }>(
    `select (now() at time zone 'utc')::date::text as today`,
  );
  await done('POST', `/order/${id}/payment`, { date: today, reference: 'SEPA 1' });
};
const giveBack = (id: string, body: object) => done('POST', `/order/${id}/refund`, { reason: 'Bent', ...body });
async function done(method: string, path: string, body?: object) {
  const answer = await shop.call(method, path, { as: ada.token, ...(body ? { body } : {}) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}
async function place(lines: { toolId: string; quantity: number }[]): Promise<string> {
  const answer = await shop.call('POST', '/order', {
    as: buyer.token,
    body: { lines, name: 'Buyer', address: 'Dhaka', phone: '+880 1' },
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { _id: string })._id;
}

/** What is kept of days and of tools, beside the same counted from the books, order by order. */
async function kept() {
  const told = (from: string) =>
    raw(`select day::text as day, tool_id, sum(placed)::int as placed, sum(paid)::int as paid, sum(pieces)::int as pieces,
      sum(cents)::int as cents from (${from}) told group by 1, 2
      having sum(placed) <> 0 or sum(paid) <> 0 or sum(pieces) <> 0 or sum(cents) <> 0 order by 1, 2`);
  const day = (moment: string) => `(${moment} at time zone 'utc')::date`;
  return {
    sums: await told(`
      select day, '' as tool_id, placed, paid, 0 as pieces, cents from sales_days
      union all select day, tool_id, 0, 0, pieces, cents from sales_of_tools`),
    counted: await told(`
      select ${day('created_at')} as day, '' as tool_id, 1 as placed, 0 as paid, 0 as pieces, 0 as cents from orders
      union all select ${day('paid_at')}, '', 0, 1, 0, total_cents - refunded_cents from orders where state = 'paid'
      union all select ${day('paid_at')}, tool_id, 0, 0, quantity, quantity * unit_price_cents
        from orders join order_lines on order_id = orders.id where state = 'paid' and refunded_cents < total_cents
      union all select ${day('paid_at')}, given.tool_id, 0, 0, -given.quantity, -given.quantity * unit_price_cents
        from orders join order_lines line on line.order_id = orders.id
          join refund_lines given on given.order_id = orders.id and given.tool_id = line.tool_id
        where state = 'paid' and refunded_cents < total_cents`),
  };
}

describe('the sums of days', () => {
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
        open.push(
          await place((some.length > 0 ? some : tools).map(({ _id }) => ({ toolId: _id, quantity: 1 + upTo(50) }))),
        );
      } else if (choice < 0.65) {
        const id = open.splice(upTo(open.length) - 1, 1)[0]!;
        if (random() < 0.5) await payForTest(shop, id, upTo(2_000));
        else {
          await payByTransfer(id);
          paid.push(id);
        }
      } else if (choice < 0.75) {
        const id = open.splice(upTo(open.length) - 1, 1)[0]!;
        const answer = await shop.call('DELETE', `/order/${id}`, { as: buyer.token });
        if (answer.status !== 200) throw new Error(await answer.text());
      } else if (choice < 0.95 && paid.length > 0) {
        const id = paid.splice(upTo(paid.length) - 1, 1)[0]!;
        const [line] = await raw<{ toolId: string }>(
          'select tool_id as "toolId" from order_lines where order_id = $1 order by position limit 1',
          [id],
        );
        if (random() < 0.3) await giveBack(id, { amount: 1 });
        else await giveBack(id, random() < 0.5 ? { lines: [{ toolId: line!.toolId, quantity: 1 }] } : { all: true });
      } else await shop.atRest();
    }
    await shop.atRest();
    const { sums, counted } = await kept();
    expect(counted.length).toBeGreaterThan(20);
    expect(sums).toEqual(counted);
  });

  it('come to the same when they are counted again', async () => {
    const before = await kept();
    const ids = (await raw<{ id: string }>('select id from orders')).map(({ id }) => id);
    await refreshDaysOf(shop.parts.database.db, ids);
    expect(await kept()).toEqual(before);
  });

  it('are of the days of their time zone', async () => {
    await raw(
      `insert into orders (id, user_id, name, email, address, phone, total_cents, state, paid_by, transaction_id, paid_at, created_at)
       select 'paid-before', user_id, name, email, address, phone, 700, 'paid', 'card', 'pi_before', '2020-02-29T17:59:59Z',
         '2020-02-28T18:00:00Z'
       from orders limit 1`,
    );
    await raw(`update settings set value = value || '{"timeZone": "Asia/Dhaka"}'`);
    await refreshDaysOf(shop.parts.database.db, ['paid-before']);
    const days = `select day::text as day, placed::int as placed, paid::int as paid, cents::int as cents from sales_days where day < '2021-01-01'`;
    expect(await raw(days)).toEqual([{ day: '2020-02-29', placed: 1, paid: 1, cents: 700 }]);
    await raw(`update settings set value = value - 'timeZone'`);
    await raw('delete from sales_days');
    await refreshDaysOf(shop.parts.database.db, ['paid-before']);
    expect(await raw(`${days} order by day`)).toEqual([
      { day: '2020-02-28', placed: 1, paid: 0, cents: 0 },
      { day: '2020-02-29', placed: 0, paid: 1, cents: 700 },
    ]);
    const ids = (await raw<{ id: string }>('select id from orders')).map(({ id }) => id);
    await refreshDaysOf(shop.parts.database.db, ids);
  });
});

/** What the lists of tools are by the books: each order line of these days, each tool. */
async function sellersByTheBooks(days: number) {
  const sold = `select tool_id, sum(pieces) as pieces, sum(pieces * unit_price_cents) as cents from (
      select line.tool_id, unit_price_cents, line.quantity - coalesce(sum(given.quantity), 0) as pieces
      from orders join order_lines line on line.order_id = orders.id
        left join refund_lines given on given.order_id = orders.id and given.tool_id = line.tool_id
      where state = 'paid' and refunded_cents < total_cents
        and (paid_at at time zone 'utc')::date > (now() at time zone 'utc')::date - $1::int
      group by line.id) lines
    where pieces > 0 group by 1`;
  const told = `id, name, sku, available_quantity as available, min_order_quantity as minimum,
    coalesce(pieces, 0)::float8 as pieces, coalesce(cents, 0)::float8 as cents`;
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
    best: await list('pieces is not null order by pieces desc, id', 'order by pieces desc, name'),
    ending: await list(
      `${shown} and available_quantity::numeric * $1 <= pieces * 90 order by available_quantity / pieces::numeric, name`,
    ),
    worst: [...unsold, ...slow].slice(0, 10),
    short: await list(
      'removed_at is null and available_quantity < min_order_quantity order by available_quantity, name',
    ),
  };
}

describe('the lists of tools', () => {
  it.each([
    [1, 7],
    [13, 13],
    [90, 90],
    [366, 90],
  ])('of %i days are of %i', (days, told) => expect(sellersDaysOf(days)).toBe(told));

  const plain = (lists: object) =>
    JSON.parse(JSON.stringify(lists, (key, value) => (key === 'list' || key === 'total' ? undefined : value)));
  /** The lists of some days as they are told, beside those of the books. */
  async function lists() {
    await shop.atRest();
    const today = await readToday(shop.parts.database);
    const told: unknown[] = [];
    const booked: unknown[] = [];
    for (const days of [7, 8, 30, 89, 90]) {
      told.push([days, plain(await readToolLists(shop.parts.database, { first: dayPlus(today, 1 - days), days }))]);
      booked.push([days, plain(await sellersByTheBooks(days))]);
    }
    return { told, booked };
  }

  it('are those of the books, whatever was given back, removed and taken off sale', async () => {
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
    for (let at = 0; at < 40; at++) {
      const chosen = tools.filter(() => random() < 0.1);
      const lines = (chosen.length > 0 ? chosen : tools.slice(0, 1)).map(({ _id }) => ({
        toolId: _id,
        quantity: upTo(5) * 10,
      }));
      const id = await place(lines);
      if (at % 4 > 0) await payForTest(shop, id, upTo(2_400));
      else {
        await payByTransfer(id);
        await giveBack(id, at % 8 > 0 ? { lines: [{ toolId: lines[0]!.toolId, quantity: 10 }] } : { all: true });
      }
    }
    const first = await lists();
    expect(first.told).toEqual(first.booked);
    for (const [at, { _id }] of tools.entries())
      await raw('update tools set available_quantity = $2 where id = $1', [_id, [0, 1, 9, 70, 130, 900][at % 6]]);
    await raw(`update tools set removed_at = now() where id = $1`, [tools[3]!._id]);
    await raw(`update tools set on_sale = false where id = $1`, [tools[4]!._id]);
    const changed = await lists();
    expect(changed.told).toEqual(changed.booked);
    // What sold least, once no tool is left that did not sell.
    await raw(`update tools set on_sale = false where id <> all($1::text[])`, [tools.map(({ _id }) => _id)]);
    const worst = await lists();
    expect(worst.told).toEqual(worst.booked);
    await raw('update tools set on_sale = true');
  }, 120_000);
});

describe('GET /figures', () => {
  it('counts and tells the tools that are short as their rows say', async () => {
    const counted = async () => {
      const rows = await raw<{ total: number }>(
        `select id as "_id", name, sku, available_quantity as "availableQuantity", min_order_quantity as "minOrderQuantity",
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
    await raw('update tools set removed_at = now() where id = any($1::text[])', [ids]);
  });

  it('says what to ship, what expires soon, what runs out and what does not sell', async () => {
    const saw = await shop.tool({ name: 'Ending saw', sku: 'SAW-END', price: 10, availableQuantity: 110 });
    const order = await shop.order(buyer.token, saw, 100);
    await shop.atRest();
    const before = await figures('days=14');
    await raw(`update orders set hold_until = now() + interval '1 hour' where id = $1`, [order._id]);
    const soon = await figures('days=14');
    expect(soon.expiring.orders).toBe(before.expiring.orders + 1);
    expect(soon.expiring.first[0]).toMatchObject({ _id: order._id, number: order.number, price: 1000 });
    await payForTest(shop, order._id);
    await shop.atRest();
    const after = await figures('days=14');
    expect(after.toShip.orders).toBe(before.toShip.orders + 1);
    expect(after.runningOut).toContainEqual({
      _id: saw._id,
      name: 'Ending saw',
      sku: 'SAW-END',
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

  it('leaves out what was given back: pieces of a line, and all pieces of an order whose whole money went back', async () => {
    const sold = async (tool: Tool) => {
      await shop.atRest();
      const { bestSellers, runningOut } = await figures('days=7');
      const of = <Row extends { pieces: number }>(row: Row | undefined) => row?.pieces ?? 0;
      return [
        of(bestSellers.find(({ toolId }) => toolId === tool._id)),
        of(runningOut.find(({ _id }) => _id === tool._id)),
      ];
    };
    const tool = await shop.tool({ name: 'Returned rasp', price: 5, availableQuantity: 60_000 });
    const orders = [await shop.order(buyer.token, tool, 20_000), await shop.order(buyer.token, tool, 30_000)];
    for (const { _id } of orders) await payByTransfer(_id);
    expect(await sold(tool)).toEqual([50_000, 50_000]);
    const { revenue } = (await figures('days=7')).days.at(-1)!;
    await giveBack(orders[0]!._id, { lines: [{ toolId: tool._id, quantity: 2_000 }] });
    expect(await sold(tool)).toEqual([48_000, 48_000]);
    await giveBack(orders[1]!._id, { all: true });
    expect(await sold(tool)).toEqual([18_000, 18_000]);
    expect((await figures('days=7')).days.at(-1)!.revenue).toBeCloseTo(revenue - 32_000 * 5, 2);
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

it('says gross and net apart, and the margin of what has a cost, refunds among it', async () => {
  await raw('delete from tool_costs');
  const { result: before } = await figures('days=7');
  const { _id: withCost } = await shop.tool({ price: 10 });
  const { _id: without } = await shop.tool({ price: 20 });
  await done('PUT', `/tool/${withCost}/cost`, { cost: 6 });
  const id = await place([
    { toolId: withCost, quantity: 10 },
    { toolId: without, quantity: 5 },
  ]);
  await payByTransfer(id);
  await giveBack(id, { lines: [{ toolId: withCost, quantity: 2 }] });
  const { result } = await figures('days=7');
  expect(before.margin).toBeNull();
  expect(result).toMatchObject({ days: 7, margin: 32, goodsWithCost: 80 });
  expect([result.gross - before.gross, result.net - before.net, result.goods - before.goods]).toEqual([180, 180, 180]);
  expect(result.net + result.tax).toBeCloseTo(result.gross, 2);
});
