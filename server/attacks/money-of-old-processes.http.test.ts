import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let orderId: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const { token } = await shop.person('Alice');
  orderId = (await shop.order(token, await shop.tool()))._id;
});
afterAll(() => shop.close());

/** As the code of 1.0.0 sent it; triggers that are gone numbered, entered and settled behind it (docs/decisions/050). */
const STATEMENTS: [what: string, statement: string][] = [
  [
    'marks an order paid',
    `update orders set state = 'paid', paid_at = now(), transaction_id = 'pi_1' where id = $1 and state in ('unpaid', 'open')`,
  ],
  [
    'enters a payment of an order',
    `insert into ledger (id, company_id, order_id, payment_intent_id, kind, amount_cents, reference)
     select 'l1', company_id, id, 'pi_1', 'charge', total_cents, 'pi_1' from orders where id = $1`,
  ],
  [
    'takes an entry back',
    `insert into ledger (id, company_id, order_id, kind, amount_cents, reference, reverses)
     select 'l2', company_id, id, 'reversal', -1, 'l1', 'l1' from orders where id = $1`,
  ],
  [
    'decides on a refund',
    `insert into refunds (id, order_id, payment_intent_id, amount_cents, tax_cents, reason)
     values ('r1', $1, 'pi_1', 100, 0, 'Bent')`,
  ],
];

it.each(STATEMENTS)('a process of 1.0.0 that still runs and %s is refused', async (_what, statement) => {
  await expect(shop.parts.database.raw(statement, [orderId])).rejects.toThrow(/orders_paid_by|"method"/);
});
