import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { Figures } from '#contract/money/figures.ts';
import type { User } from '#contract/office/users.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
});
afterAll(() => shop.close());

async function ask<T>(path: string): Promise<{ rows: T; total: number; link: string | null }> {
  const answer = await shop.call('GET', path, { as: ada.token });
  expect(answer.status).toBe(200);
  const total = Number(answer.headers.get('x-total-count'));
  return { rows: (await answer.json()) as T, total, link: answer.headers.get('link') };
}

describe('the admin', () => {
  it("sees everybody's orders with their state, and finds them by customer, tool and state", async () => {
    const axe = await shop.tool({ name: 'Felling axe 100%', price: 5 });
    const first = await shop.order(alice.token, axe, 2);
    const second = await shop.order(bob.token, axe, 3);
    await shop.call('DELETE', `/order/${second._id}`, { as: bob.token });

    const { rows } = await ask<StaffOrder[]>('/orders?q=felling%20axe%20100%25');
    expect(rows.map(({ _id, state }) => [_id, state])).toEqual([
      [second._id, 'cancelled'],
      [first._id, 'unpaid'],
    ]);
    expect((await ask<StaffOrder[]>(`/orders?q=${alice.email}`)).rows.map(({ _id }) => _id)).toEqual([first._id]);
    expect((await ask<StaffOrder[]>('/orders?state=deleted')).rows.map(({ _id }) => _id)).toEqual([second._id]);
    expect((await ask<StaffOrder[]>(`/orders?q=${first._id}`)).total).toBe(1);
    expect((await ask<StaffOrder[]>('/orders?q=___')).total).toBe(0);
    expect((await shop.call('GET', '/orders?q=ab', { as: ada.token })).status).toBe(400);
    expect((await shop.call('GET', '/orders?state=lost', { as: ada.token })).status).toBe(400);
  });

  it('pages through the orders without seeing one twice', async () => {
    const tool = await shop.tool({ name: 'Paged pliers' });
    for (let count = 0; count < 5; count++) await shop.order(alice.token, tool);
    const seen: string[] = [];
    let path: string | undefined = '/orders?q=paged&limit=2';
    while (path) {
      const part: Awaited<ReturnType<typeof ask<StaffOrder[]>>> = await ask<StaffOrder[]>(path);
      expect(part.total).toBe(5);
      seen.push(...part.rows.map(({ _id }) => _id));
      path = /<([^>]+)>/.exec(part.link ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('finds users by name or address, in the order asked for', async () => {
    await shop.person('Zora');
    expect((await ask<User[]>('/user?q=ZORA')).rows.map(({ email }) => email)).toEqual(['zora@people.test']);
    const { rows } = await ask<User[]>('/user?sort=email&q=people.test&limit=2');
    expect(rows.map(({ email }) => email)).toEqual(['ada@people.test', 'alice@people.test']);
    const { link } = await ask<User[]>('/user?sort=email&q=people.test&limit=2');
    const next = await ask<User[]>(/<([^>]+)>/.exec(link ?? '')?.[1] ?? '');
    expect(next.rows.map(({ email }) => email)).toEqual(['bob@people.test', 'zora@people.test']);
  });

  it('reads who did what to whom', async () => {
    const tool = await shop.tool({ name: 'Audited awl', price: 4 });
    const body = { ...tool, price: 5 };
    await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body });
    const { rows } = await ask<AuditEntry[]>('/audit?limit=2');
    expect(rows[0]).toMatchObject({
      actor: ada.email,
      action: 'tool.price-changed',
      subject: tool._id,
      details: { name: 'Audited awl', changed: { price: { from: 4, to: 5 } } },
    });
    expect(rows[1]).toMatchObject({ action: 'tool.added', subject: tool._id });
  });

  it('sees the figures of the shop', async () => {
    await shop.atRest();
    const before = (await ask<Figures>('/figures?days=7')).rows;
    expect(before.days).toHaveLength(7);
    expect(before.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    const scarce = await shop.tool({ name: 'Scarce saw', price: 2.5, availableQuantity: 5, minOrderQuantity: 4 });
    const order = await shop.order(alice.token, scarce, 4);
    await shop.atRest();
    const after = (await ask<Figures>('/figures?days=7')).rows;
    expect(after.days.at(-1)?.orders).toBe((before.days.at(-1)?.orders ?? 0) + 1);
    expect(after.unpaid).toEqual({ orders: before.unpaid.orders + 1, sum: before.unpaid.sum + 10 });
    expect(after.short.first).toContainEqual({
      _id: scarce._id,
      name: 'Scarce saw',
      sku: null,
      availableQuantity: 1,
      minOrderQuantity: 4,
    });

    await payForTest(shop, order._id);
    await shop.atRest();
    const paid = (await ask<Figures>('/figures?days=7')).rows;
    expect(paid.days.at(-1)?.revenue).toBe(10);
    expect(paid.unpaid).toEqual(before.unpaid);
    expect(paid.bestSellers).toEqual([{ toolId: scarce._id, tool: 'Scarce saw', sku: null, pieces: 4, revenue: 10 }]);
    expect((await shop.call('GET', '/figures?days=0', { as: ada.token })).status).toBe(400);
  });
});
