import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup, withBackupOf } from '#server/engine/backups/backups.ts';
import { restore } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import { paperNumber, takeNumber } from '#server/buying/invoices/take-number.ts';
import { tellLastNumber } from '#server/buying/invoices/known-numbers.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { createLog } from '#server/log.ts';
import { createProvider } from '#server/money/payments/provider.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { type Arena, openArena } from './arena.ts';
import { missingPieces } from './books.ts';
import type { Buyer } from './buyer.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './provider-host.ts';
import { publish } from './proof.ts';

const PEOPLE = 8;
/** Paid by each of them before the backup, and after it. */
const BEFORE = 3;
const AFTER = 1;

/** The database and its machine are gone; a new one is filled from the newest backup and compared with the card provider. */
export async function proveDisaster(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-disaster-'));
  const arena = await openArena(PEOPLE, (from) => from[0]!);
  const spare = await startPostgres();
  let restored: Database | undefined;
  try {
    const kept = await Promise.all(arena.buyers.flatMap((buyer) => repeat(BEFORE, () => paidOrder(arena, buyer))));
    const backups = { to: join(folder, 'backups'), everyMs: 3_600_000, keep: 3 };
    const settings = { backups, s3: undefined, dataDir: join(folder, 'data') };
    const backupBegan = performance.now();
    await makeBackup(arena.database, settings);
    const backupMs = Math.round(performance.now() - backupBegan);
    const lost = await Promise.all(arena.buyers.flatMap((buyer) => repeat(AFTER, () => paidOrder(arena, buyer))));

    for (const shop of arena.shops) await shop.kill();
    await dropDatabase(arena);
    const restoreBegan = performance.now();
    restored = await openDatabase({ url: await spare.createDatabase() });
    const filled = restored;
    await migrate(filled);
    await withBackupOf(settings, new Date(), (file) => restore(filled, join(folder, 'uploads'), file));
    const restoreMs = Math.round(performance.now() - restoreBegan);

    const stripe = {
      kind: 'stripe' as const,
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiBase: arena.provider.url,
    };
    const { differences } = await reconcile(filled, createProvider(stripe, createLog('silent'), undefined));
    const named = new Set(differences.map(({ paymentIntent }) => paymentIntent));
    const rows = await filled.raw<{ id: string; intent: string }>(
      `select id, transaction_id as intent from orders where state = 'paid'`,
    );
    const there = new Map(rows.map(({ id, intent }) => [id, intent]));
    const missing = await missingPieces(filled, arena.toolIds);
    const numbers = await numbersAfter(filled, lost);
    const wrongly = [...named].filter((intent) => !lost.some((order) => order.intent === intent));
    return publish({
      name: 'disaster',
      title: 'Everything lost: a new database from the newest backup',
      how: `Two processes of the built shop and a card provider beside them; ${PEOPLE} people pay for orders, a backup is made, they pay for more; then the processes are killed and their database is dropped (the provider's own stands on the same server). A new server is filled from the backup, its books are compared with the provider's, and it is asked for its next numbers, of which buyers hold some.`,
      measurements: [
        ['paid orders before the backup, after it', `${kept.length}, ${lost.length}`],
        ['time of the backup, of the restoring', `${backupMs} ms, ${restoreMs} ms`],
        ['payments without an order that the books name', named.size],
        ['the last order and invoice that went out', `${numbers.lastOrder}, ${numbers.lastInvoice}`],
        ['the next of the restored shop, once it was told the last', `${numbers.nextOrder}, ${numbers.nextInvoice}`],
      ],
      promises: [
        [
          'every order of before the backup is there, paid by the same payment',
          kept.filter(({ id, intent }) => there.get(id) !== intent).map(({ id }) => id),
        ],
        [
          'every payment whose order is lost is named',
          lost.filter(({ intent }) => !named.has(intent)).map(({ intent }) => intent),
        ],
        ['nothing else is named', wrongly.map(String)],
        ['no invoice has a number before somebody said which went out last', numbers.tooEarly],
        ['no number that a buyer holds is given out again', numbers.again],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
      ],
    });
  } finally {
    await restored?.close();
    await spare.stop();
    await arena.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What numbers the restored shop gives out, where buyers hold some that it never heard of. */
async function numbersAfter(filled: Database, lost: readonly Paid[]) {
  const next = () =>
    transaction(filled, async (tx) => {
      const year = Number(lastInvoice.slice(0, 4));
      return paperNumber('invoice', year, await takeNumber(tx, 'invoice', year));
    });
  const lastOrder = Math.max(...lost.map(({ number }) => Number(number)));
  const lastInvoice = lost
    .map(({ invoiceNumber }) => invoiceNumber)
    .toSorted()
    .at(-1)!;
  const tooEarly = await next().then(
    (number) => [number],
    () => [],
  );
  await transaction(filled, (tx) => tellLastNumber(tx, 'invoice', lastInvoice));
  const nextInvoice = await next();
  const [row] = await filled.raw<{ number: string }>(`select nextval('order_numbers')::text as number`);
  const nextOrder = Number(row!.number);
  const again = [
    ...(nextOrder > lastOrder ? [] : [`order ${nextOrder}`]),
    ...lost.filter(({ invoiceNumber }) => invoiceNumber === nextInvoice).map(({ invoiceNumber }) => invoiceNumber),
  ];
  return { lastOrder, lastInvoice, nextOrder, nextInvoice, tooEarly, again };
}

async function dropDatabase({ database, server }: Arena): Promise<void> {
  const [row] = await database.raw<{ name: string }>('select current_database() as name');
  const above = await openDatabase({ url: server.url });
  await above.raw(`drop database "${row!.name}" with (force)`);
  await above.close();
}

function repeat<T>(times: number, work: () => Promise<T>): Promise<T>[] {
  return Array.from({ length: times }, work);
}

interface Paid {
  id: string;
  intent: string;
  number: string;
  invoiceNumber: string;
}

/** Orders one piece and pays for it. */
async function paidOrder(arena: Arena, buyer: Buyer): Promise<Paid> {
  const wish = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId: arena.toolId, quantity: 1 };
  const made = await buyer.call('POST', '/order', wish);
  const id = String(made.body['_id']);
  const asked = await buyer.call('POST', '/create-payment-intent', { order: id });
  const secret = String(asked.body['clientSecret']);
  const intent = secret.split('_secret_')[0]!;
  await arena.provider.pay(secret, 'pm_card_visa');
  const told = await buyer.call('PATCH', `/order/${id}`, { order: id, transactionId: intent });
  if (told.status !== 200) throw new Error(`An order was not paid: ${JSON.stringify([made, asked, told])}`);
  const { body } = await buyer.call('GET', `/order/${id}`);
  return { id, intent, number: String(body['number']), invoiceNumber: String(body['invoiceNumber']) };
}
