import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import type { AccountEntry, NewAccountPayment } from '#contract/money/account.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany, sayNumber } from '#server/buying/companies/companies.ts';
import { ledger, settlements } from '#server/buying/order-tables/ledger.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { readEntry } from './entries.ts';
import { followSettlements, lockOrders } from '#server/money/payments/settle-orders.ts';

/** What staff say of a payment. */
interface Recorded {
  actor: Caller;
  companyId: string;
  wanted: NewAccountPayment;
  idempotencyKey: string | undefined;
  /** The bank says the day: it may be before the firm was here. */
  isFromBank?: boolean;
}

/** So much of what is due. */
interface Part {
  debitId: string;
  amountCents: number;
}

/** What is open of a firm. */
interface Debit {
  id: string;
  document: string;
  orderId: string | null;
  rest: number;
}

/**
 * Enters money of a firm that came by transfer, and settles with it what it names, or what is due first; what is left stays as
 * credit. Orders whose invoices are settled by it are paid.
 * @returns the entry, and the orders that nobody should pay by card any more: of a repeat none
 * @throws AppError COMPANY_NOT_FOUND, ALLOCATION_TOO_LARGE, IDEMPOTENCY_MISMATCH; 400 at date, and at an invoice that is not there
 */
export async function recordPayment(
  tx: Tx,
  { actor, companyId, wanted, idempotencyKey, isFromBank = false }: Recorded,
): Promise<{ entry: AccountEntry; settled: string[] }> {
  const hash = hashOf(companyId, wanted);
  const company = await lockCompany(tx, companyId);
  if (idempotencyKey !== undefined) {
    const [earlier] = await tx
      .select({ id: ledger.id, hash: ledger.idempotencyHash })
      .from(ledger)
      .where(and(eq(ledger.actorId, actor.userId), eq(ledger.idempotencyKey, idempotencyKey)));
    if (earlier && earlier.hash !== hash) throw keyUsedBefore();
    if (earlier) return { entry: (await readEntry(tx, eq(ledger.id, earlier.id)))!, settled: [] };
  }
  const { timeZone } = await settingsNow(tx);
  if (wanted.date > dayOf(new Date(), timeZone))
    throw invalid('date', 'The money cannot have come on a day that has not begun');
  if (!isFromBank && wanted.date < dayOf(company.createdAt, timeZone))
    throw invalid('date', 'The money cannot have come before the firm was here');
  const amountCents = cents(wanted.amount);
  const id = newId();
  const [written] = await tx
    .insert(ledger)
    .values({
      id,
      companyId,
      kind: 'payment',
      amountCents,
      reference: id,
      document: wanted.reference,
      receivedOn: wanted.date,
      actorId: actor.userId,
      idempotencyKey: idempotencyKey ?? null,
      idempotencyHash: hash,
    })
    .onConflictDoNothing()
    .returning({ id: ledger.id });
  // The key went to another firm at the same moment.
  if (!written) throw keyUsedBefore();
  const { orders: settled } = await settleWith(tx, companyId, { id, amountCents }, wanted.allocate);
  await record(tx, actor, 'company.payment-recorded', companyId, {
    name: company.name,
    number: sayNumber(company.number),
    amount: wanted.amount,
    date: wanted.date,
    reference: wanted.reference,
  });
  await tellNews(tx, 'payment.recorded', [id], {
    _id: id,
    companyId,
    orderId: null,
    amount: wanted.amount,
    date: wanted.date,
    reference: wanted.reference,
  });
  return { entry: (await readEntry(tx, eq(ledger.id, id)))!, settled };
}

/**
 * Settles what is open with what an entry has left, under the lock of the firm and then of the orders.
 * @param allocate which invoices, and how much of each; without it, what is due first
 * @returns the orders that it touched, and how much it settled
 */
export async function settleWith(
  tx: Tx,
  companyId: string,
  credit: { id: string; amountCents: number },
  allocate: NewAccountPayment['allocate'],
): Promise<{ orders: string[]; cents: number }> {
  // Of an order that is paid by card at this moment, what is open is known once its lock is ours.
  await lockOrders(
    tx,
    (await openDebits(tx, companyId)).flatMap(({ orderId }) => orderId ?? []),
  );
  const open = await openDebits(tx, companyId);
  const parts = allocate ? await named(tx, companyId, credit, open, allocate) : dueFirst(open, credit.amountCents);
  if (parts.length === 0) return { orders: [], cents: 0 };
  await tx.insert(settlements).values(parts.map((part) => ({ creditId: credit.id, ...part })));
  const touched = new Set(parts.map(({ debitId }) => debitId));
  const orders = open.flatMap(({ id, orderId }) => (touched.has(id) && orderId !== null ? [orderId] : []));
  await followSettlements(tx, orders);
  return { orders, cents: parts.reduce((sum, part) => sum + part.amountCents, 0) };
}

/** What is open of a firm, what is due first at the head. */
async function openDebits(tx: Tx, companyId: string): Promise<Debit[]> {
  const { rows } = await tx.execute<{ id: string; document: string; orderId: string | null; rest: string }>(sql`
    select id, document, order_id as "orderId", rest_of(ledger) as rest from ledger
    where company_id = ${companyId} and kind in ('invoice', 'fee') and rest_of(ledger) > 0 order by due_on, created_at, id`);
  return rows.map((row) => ({ ...row, rest: Number(row.rest) }));
}

function dueFirst(open: Debit[], amountCents: number): Part[] {
  let left = amountCents;
  return open.flatMap(({ id, rest }) => {
    const part = Math.min(left, rest);
    left -= part;
    return part > 0 ? [{ debitId: id, amountCents: part }] : [];
  });
}

/** @throws AppError ALLOCATION_TOO_LARGE; 400 at an invoice that the firm does not have */
async function named(
  tx: Tx,
  companyId: string,
  credit: { amountCents: number },
  open: Debit[],
  allocate: NonNullable<NewAccountPayment['allocate']>,
): Promise<Part[]> {
  const numbers = allocate.map(({ invoiceNumber }) => invoiceNumber);
  const known = await tx
    .select({ document: ledger.document, id: ledger.id })
    .from(ledger)
    .where(
      and(eq(ledger.companyId, companyId), inArray(ledger.kind, ['invoice', 'fee']), inArray(ledger.document, numbers)),
    );
  const parts = new Map<string, number>();
  for (const [index, { invoiceNumber, amount }] of allocate.entries()) {
    const path = `allocate.${index}.invoiceNumber`;
    const found = known.find(({ document }) => document === invoiceNumber);
    if (!found) throw invalid(path, 'The firm has no such invoice');
    const sum = (parts.get(found.id) ?? 0) + cents(amount);
    const rest = open.find(({ id }) => id === found.id)?.rest ?? 0;
    if (sum > rest) {
      const { currency } = await settingsNow(tx);
      const message = `Of ${invoiceNumber}, ${formatMoney(centsToMoney(rest), currency)} is open.`;
      throw tooLarge(message, `allocate.${index}.amount`, { invoiceNumber, open: centsToMoney(rest) });
    }
    parts.set(found.id, sum);
  }
  const total = [...parts.values()].reduce((sum, part) => sum + part, 0);
  if (total > credit.amountCents)
    throw tooLarge('The invoices are given more than came.', 'allocate', {
      amount: centsToMoney(credit.amountCents),
    });
  return [...parts].map(([debitId, amountCents]) => ({ debitId, amountCents }));
}

function tooLarge(message: string, path: string, facts: Record<string, unknown>): AppError {
  return new AppError('ALLOCATION_TOO_LARGE', message, { facts, issues: [{ path, message }] });
}

function hashOf(companyId: string, { amount, date, reference, allocate }: NewAccountPayment): string {
  const parts = allocate?.map((part) => [part.invoiceNumber, cents(part.amount)]) ?? null;
  return createHash('sha256')
    .update(JSON.stringify([companyId, cents(amount), date, reference, parts]))
    .digest('hex');
}

function keyUsedBefore(): AppError {
  return new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another payment. Use a new key.');
}
