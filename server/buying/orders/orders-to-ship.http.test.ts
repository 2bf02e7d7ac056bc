import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let as: string;
/** In the order in which they were paid, which is not the one in which they were placed. */
let paid: Order[];
let unpaid: Order;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  as = (await shop.person('Wes', 'warehouse')).token;
  const { token } = await shop.person('Alice');
  const tool = await shop.tool();
  const placed: Order[] = [];
  for (let count = 0; count < 4; count++) placed.push(await shop.order(token, tool));
  unpaid = placed[3]!;
  paid = [placed[1]!, placed[2]!, placed[0]!];
  for (const order of paid) await payForTest(shop, order._id);
});
afterAll(() => shop.close());

const ask = async (query: string) => {
  const answer = await shop.call('GET', `/orders?${query}`, { as });
  return { answer, rows: (await answer.json()) as StaffOrder[] };
};

describe('GET /orders?fulfilment=open&sort=promise', () => {
  it('gives what is to leave first, first, part by part', async () => {
    const { rows, answer } = await ask('fulfilment=open&sort=promise&limit=2');
    expect(rows.map(({ number }) => number)).toEqual(paid.slice(0, 2).map(({ number }) => number));
    expect(answer.headers.get('x-total-count')).toBe('3');
    const cursor = /cursor=([\w-]+)/.exec(answer.headers.get('link') ?? '')?.[1];
    const rest = await ask(`fulfilment=open&sort=promise&limit=2&cursor=${cursor}`);
    expect(rest.rows.map(({ number }) => number)).toEqual([paid[2]!.number]);
  });

  it('says on which day each leaves and arrives', async () => {
    const [first] = (await ask('fulfilment=open&sort=promise')).rows;
    expect(first?.leaves).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(first!.arrives![0] >= first!.leaves!).toBe(true);
    expect(first!.arrives![1] >= first!.arrives![0]).toBe(true);
  });

  it('leaves out what was given back in full, however its money went', async () => {
    const { database } = shop.parts;
    const id = paid[0]!._id;
    await database.raw('update orders set refunded_cents = total_cents where id = $1', [id]);
    expect((await ask('fulfilment=open')).rows.map(({ _id }) => _id)).not.toContain(id);
    await database.raw('update orders set refunded_cents = 0 where id = $1', [id]);
    expect((await ask('fulfilment=open')).rows.map(({ _id }) => _id)).toContain(id);
  });

  it('is refused for anything but what is open', async () => {
    for (const query of ['sort=promise', 'sort=promise&fulfilment=all', 'sort=promise&fulfilment=open&q=hammer'])
      expect((await ask(query)).answer.status).toBe(400);
  });
});

describe('GET /orders?number=', () => {
  it('finds the one order of a number, whatever its state, and none by a part of it', async () => {
    expect((await ask(`number=${unpaid.number}`)).rows.map(({ _id }) => _id)).toEqual([unpaid._id]);
    expect((await ask(`number=${unpaid.number.slice(1)}`)).rows).toEqual([]);
    expect((await ask('number=12x')).answer.status).toBe(400);
  });
});
