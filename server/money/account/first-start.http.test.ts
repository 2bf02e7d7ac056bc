import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leftOfEntry } from '#server/buying/ledger/left-to-pay.ts';
import type { Database } from '#server/engine/db/client.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { projectRoot } from '#server/project-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradebench-before-'));
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ url: await emptyPostgres() });
}, 120_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('companies that bought before there were accounts have theirs from the first start, also what was undone and given back', async () => {
  const migrations = join(projectRoot, 'migrations');
  for (const file of readdirSync(migrations).filter((name) => name < '0102'))
    cpSync(join(migrations, file), join(folder, file));
  await migrate(database, folder);
  const run = (statement: string) => database.raw(statement);
  await run(`insert into companies (id, name, invoice_address, status) values ('company', 'Before', '{}', 'active')`);
  for (const [id, company] of [
    ['paid', `'company'`],
    ['undone', `'company'`],
    ['back', `'company'`],
    ['private', 'null'],
  ]) {
    await run(`insert into orders (id, name, email, address, phone, total_cents, company_id)
      values ('${id}', 'n', 'e@e.test', 'a', 'p', 5000, ${company})`);
    await run(`insert into ledger (id, order_id, payment_intent_id, kind, amount_cents, reference)
      values ('c_${id}', '${id}', 'bank_${id}', 'charge', 5000, 'bank_${id}')`);
    await run(`update orders set state = 'paid', paid_at = now(), transaction_id = 'bank_${id}' where id = '${id}'`);
  }
  await run(`insert into ledger (id, order_id, payment_intent_id, kind, amount_cents, reference)
    values ('u', 'undone', 'bank_undone', 'charge_undone', -5000, 'bank_undone')`);
  await run(`update orders set state = 'open', paid_at = null, transaction_id = null where id = 'undone'`);
  await run(`insert into refunds (id, order_id, payment_intent_id, amount_cents, reason, state)
    values ('r', 'back', 'bank_back', 2000, 'Bent', 'sent')`);
  await run(`insert into ledger (id, order_id, payment_intent_id, kind, amount_cents, reference)
    values ('r', 'back', 'bank_back', 'refund', -2000, 'r')`);
  await migrate(database);
  const entries = await database.raw<{ kind: string; cents: number; rest: number }>(
    `select kind, amount_cents::int as cents, ${leftOfEntry('l')}::int as rest from ledger l where company_id = 'company' order by kind, id`,
  );
  expect(entries.map(({ kind, cents, rest }) => [kind, cents, rest])).toEqual([
    ['charge', 5000, 0],
    ['charge', 5000, 0],
    ['charge', 5000, 0],
    ['charge_undone', -5000, 0],
    ['credit-note', 2000, 0],
    ['invoice', -5000, 0],
    ['invoice', -5000, 5000],
    ['invoice', -5000, 0],
    ['refund', -2000, 0],
  ]);
  expect(await wrongInAccounts(database.raw)).toEqual([]);
  const [others] = await run(`select count(*)::int as count from ledger where company_id is null`);
  expect(others).toEqual({ count: 1 });
});
