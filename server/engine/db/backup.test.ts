import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOrder } from '#server/buying/orders/orders.ts';
import { placed } from '#server/buying/orders/placing-for-tests.ts';
import { openPayments, type PaymentWorld } from '#server/money/payments/payments-for-tests.ts';
import { backup, restore } from './backup.ts';
import type { Database } from './client.ts';
import { openImage } from './database-for-tests.ts';
import { migratedPglite } from '../../../house/prepared-databases.ts';

let folder: string;
let world: PaymentWorld;
let restored: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradebench-backup-'));
  world = await openPayments();
  restored = await openImage(await migratedPglite());
});
afterAll(async () => {
  await world.close();
  await restored.close();
  rmSync(folder, { recursive: true });
});

it('what is restored has its orders with all their lines, and goes on counting behind them', async () => {
  const { database, alice } = world;
  const rows = await database.raw<{ id: string }>(
    'select id from tools where min_order_quantity <= 100 and quantity_step = 1 and available_quantity >= 200 order by id limit 3',
  );
  const lines = rows.map(({ id: toolId }) => ({ toolId, quantity: 100 }));
  const wanted = { name: 'Alice', address: '1 Dock Road', phone: '555', lines };
  const order = await placed(database, alice, wanted);
  await database.raw(
    `insert into webhooks (id, url, events, made_by, secret) values ('w1', 'https://erp.example', '{order.placed,tool.changed}', 'ada', '')`,
  );
  const file = join(folder, 'backup.gz');
  await backup(database, join(folder, 'uploads'), file);

  await restore(restored, join(folder, 'restored'), file);
  // What comes back happened long ago: no webhook is told of it.
  expect(await restored.raw('select id from webhook_messages')).toEqual([]);
  expect(await restored.raw('select id from webhooks')).toEqual([{ id: 'w1' }]);
  await restored.raw('delete from webhooks');
  expect(await getOrder(restored.db, order._id, alice)).toEqual(order);
  const next = await placed(restored, alice, wanted);
  expect(Number(next.number)).toBeGreaterThan(Number(order.number));
  await restored.raw(`insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity)
    values ('another', 'Another', 'One more', '/pictures/hammer-640.webp', 100, 5, 1)`);
  const [last] = await restored.raw<{ id: string }>('select id from tools order by position desc limit 1');
  expect(last?.id).toBe('another');
});

it('a backup of an older version is refused, and the refusal says how to bring it along', async () => {
  const file = join(folder, 'older.gz');
  const backed = await openImage(await migratedPglite());
  await backed.raw(`delete from schema_migrations where name = (select max(name) from schema_migrations)`);
  await backup(backed, join(folder, 'uploads'), file);
  await backed.close();
  const empty = await openImage(await migratedPglite());
  await expect(restore(empty, join(folder, 'older'), file)).rejects.toThrow('Restore it with that version');
  await empty.close();
});
