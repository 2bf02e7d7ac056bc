import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { backup, restore } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import { emptyPostgres, freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { tellLastNumber, unknownSeries } from './known-numbers.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradebench-numbers-'));
let before: TestShop;
let restored: Database;
let after: TestShop;
let paid: Order;
/** Numbers that went out after the backup. */
let lost: { order: number; invoice: string };
beforeAll(async () => {
  const database = await freshDatabase();
  before = await openTestShop(database);
  paid = await payByTransfer(before, 'Alice');
  await backup(database, join(folder, 'none'), join(folder, 'backup'));
  const later = await payByTransfer(before, 'Bob');
  lost = { order: Number(later.number), invoice: later.invoiceNumber! };
  restored = await openDatabase({ url: await emptyPostgres() });
  await migrate(restored);
  await restore(restored, join(folder, 'uploads'), join(folder, 'backup'));
  after = await openTestShop(restored);
}, 120_000);
afterAll(async () => {
  await before.close();
  await after.close();
  rmSync(folder, { recursive: true, force: true });
});

const today = () => new Date().toISOString().slice(0, 10);
const transfer = async (shop: TestShop, order: Order, as: string) =>
  shop.call('POST', `/order/${order._id}/payment`, { as, body: { date: today(), reference: 'Bank' } });

async function payByTransfer(shop: TestShop, name: string): Promise<Order> {
  const order = await shop.order((await shop.person(name)).token, await shop.tool());
  const answer = await transfer(shop, order, (await shop.person(`Ada of ${name}`, 'admin')).token);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Order;
}
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

it('after a restore orders go on far behind the numbers that buyers hold', async () => {
  const order = await after.order((await after.person('Carol')).token, await after.tool());
  expect(Number(order.number)).toBeGreaterThan(lost.order + 50_000);
});

it('no invoice and no credit note goes out before somebody says which was the last, then the next one does', async () => {
  const ada = (await after.person('Ada the second', 'admin')).token;
  const dora = await after.person('Dora');
  const order = await after.order(dora.token, await after.tool());
  const refused = [409, 'NUMBERS_UNKNOWN'];
  expect(await unknownSeries(restored.db)).toEqual(['credit-note', 'delivery-note', 'invoice']);
  expect(await codeOf(await transfer(after, order, ada))).toEqual(refused);
  const intent = () => after.call('POST', '/create-payment-intent', { as: dora.token, body: { order: order._id } });
  expect(await codeOf(await intent())).toEqual(refused);
  const refund = () =>
    after.call('POST', `/order/${paid._id}/refund`, { as: ada, body: { reason: 'Bent', all: true } });
  expect(await codeOf(await refund())).toEqual(refused);
  // Whoever paid just before is told, too, and nothing is half done.
  await expect(
    transaction(restored, (tx) => moveOrder(tx, order._id, 'pay', { paidBy: 'card', transactionId: 'pi_x' })),
  ).rejects.toMatchObject({ code: 'NUMBERS_UNKNOWN' });
  expect(await restored.raw('select state from orders where id = $1', [order._id])).toEqual([{ state: 'unpaid' }]);

  await expect(transaction(restored, (tx) => tellLastNumber(tx, 'invoice', 'CN-2026-000004'))).rejects.toThrow(
    'last invoice',
  );
  await transaction(restored, (tx) => tellLastNumber(tx, 'invoice', lost.invoice));
  const answer = (await (await transfer(after, order, ada)).json()) as Order;
  const [year, sequence] = lost.invoice.split('-');
  expect(answer.invoiceNumber).toBe(`${year}-${String(Number(sequence) + 1).padStart(6, '0')}`);
  expect(await codeOf(await refund())).toEqual(refused);
  await transaction(restored, (tx) => tellLastNumber(tx, 'credit-note', 'none'));
  expect((await refund()).status).toBe(201);
  const ship = () => after.call('POST', `/order/${order._id}/shipment`, { as: ada, body: { carrier: 'Van' } });
  expect(await codeOf(await ship())).toEqual(refused);
  await transaction(restored, (tx) => tellLastNumber(tx, 'delivery-note', 'DN-2026-000041'));
  expect(await unknownSeries(restored.db)).toEqual([]);
  expect((await ship()).status).toBe(201);
});
