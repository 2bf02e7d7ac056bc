import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';

/** More than all that the others ship and refund, so that something is always left to close. */
const ORDERED = 14;
const STOCK = 100;

let databases: Database[];
let shops: TestShop[];
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
  ada = await shops[0]!.person('Ada', 'admin');
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const send = (at: number, path: string, body: object) =>
  persistently(() => shops[at % 2]!.call('POST', path, { as: ada.token, body }));

async function paidOrder(buyer: string): Promise<Order> {
  const { token } = await shops[0]!.person(buyer);
  const tool = await shops[0]!.tool({
    name: `Tool of ${buyer}`,
    price: 2,
    availableQuantity: STOCK,
    minOrderQuantity: 1,
  });
  const body = { name: buyer, address: '1 Dock Road', phone: '555', lines: [{ toolId: tool._id, quantity: ORDERED }] };
  const order = (await (await shops[0]!.call('POST', '/order', { as: token, body })).json()) as Order;
  await send(0, `/order/${order._id}/payment`, { date: today(), reference: 'T' });
  return order;
}

it('an order that is closed while others ship and refund it loses no piece and gives no cent back twice', async () => {
  for (let round = 0; round < 8; round++) {
    const order = await paidOrder(`Raced${round}`);
    const { toolId } = order.lines[0]!;
    const path = `/order/${order._id}`;
    const answers = await Promise.all([
      send(0, `${path}/shipment`, { carrier: 'Van', lines: [{ toolId, quantity: 5 }] }),
      send(1, `${path}/close`, { reason: 'Sold out' }),
      send(0, `${path}/close`, { reason: 'Sold out' }),
      send(1, `${path}/refund`, {
        lines: [{ toolId, quantity: 3, shipped: 0 }],
        backToStock: 'unshipped',
        reason: 'Bent',
      }),
      send(0, `${path}/shipment`, { carrier: 'Van', lines: [{ toolId, quantity: 4 }] }),
    ]);
    expect([answers[1]!.status, answers[2]!.status].toSorted()).toEqual([200, 409]);
    const [row] = await databases[0]!.raw<{
      stock: number;
      shipped: number;
      freed: number;
      refunded: number;
      total: number;
    }>(
      `select t.available_quantity as stock, o.refunded_cents as refunded, o.total_cents as total,
        (select coalesce(sum(p.quantity), 0)::int from shipments s join shipment_lines p on p.shipment_id = s.id
          where s.order_id = o.id) as shipped,
        (select coalesce(sum(unshipped), 0)::int from refund_lines where order_id = o.id) as freed
       from orders o join tools t on t.id = $2 where o.id = $1`,
      [order._id, toolId],
    );
    const { stock, shipped, freed, refunded: back, total } = row!;
    expect(shipped + freed).toBe(ORDERED);
    expect(stock).toBe(STOCK - shipped);
    expect(back).toBe(200 * freed);
    expect(back).toBeLessThanOrEqual(total);
  }
});
