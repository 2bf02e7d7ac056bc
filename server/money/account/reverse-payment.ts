import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import { lockCompany, formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { leftOfDebit } from '#server/buying/ledger/left-to-pay.ts';
import { settleOrder } from '#server/buying/ledger/settle-entry.ts';
import { ledger, settlements } from '#server/buying/order-tables/ledger.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { takeDiscountsOfPaymentBack } from '#server/money/payments/cash-discounts.ts';
import { requireNotPaidOut } from '#server/money/payments/require-not-paid-out.ts';
import { followSettlements, lockOrders } from '#server/buying/order-life/follow-settlements.ts';

/** What staff take back. */
interface ReversalRequest {
  actor: Caller;
  companyId: string;
  entryId: string;
  reason: string;
}

/** The transfer that an entry is, with its order, which is owed again without it; null where the entry is of the account alone. */
export async function transferBehind(
  db: Db,
  { companyId, entryId }: Pick<ReversalRequest, 'companyId' | 'entryId'>,
): Promise<{ orderId: string; transfer: string } | null> {
  const entry = await standing(db, companyId, entryId);
  if (['write-off', 'payout'].includes(entry.kind) || (entry.kind === 'payment' && entry.method === 'transfer'))
    return null;
  if (entry.kind !== 'charge' || entry.orderId === null || entry.method !== 'transfer')
    throw new AppError(
      'NOT_A_TRANSFER',
      sentence('Only a bank transfer can be reversed. Refund a card payment instead.'),
    );
  return { orderId: entry.orderId, transfer: entry.reference };
}

/**
 * Takes back a payment of a company, a payout, or what was given up, by an entry of its own; what it settled is owed again.
 * @returns the id of the new entry
 * @throws AppError COMPANY_NOT_FOUND, ENTRY_NOT_FOUND, ALREADY_REVERSED, CREDIT_PAID_OUT; FORBIDDEN where who gives nothing up takes that back
 */
export async function reversePayment(tx: Tx, { actor, companyId, entryId, reason }: ReversalRequest): Promise<string> {
  const company = await lockCompany(tx, companyId);
  const entry = await standing(tx, companyId, entryId);
  if (entry.kind === 'write-off' && !callerMay(actor, 'companies.terms'))
    throw new AppError('FORBIDDEN', sentence('Only staff who may write off debts can reverse a write-off.'));
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    select d.order_id as "orderId" from settlements s join ledger d on d.id = s.debit_id
    where s.credit_id = ${entryId} and d.order_id is not null group by d.order_id having sum(s.amount_cents) <> 0
    -- Whose credit was paid out: it may have something to settle there by now.
    union select c.order_id from settlements s join ledger c on c.id = s.credit_id
    where s.debit_id = ${entryId} and c.order_id is not null`);
  const orders = rows.map(({ orderId }) => orderId);
  await lockOrders(tx, orders);
  // A credit note of one of them may have taken it back meanwhile.
  await standing(tx, companyId, entryId);
  await requireNotPaidOut(tx, entryId);
  const id = await enterInLedger(tx, {
    companyId,
    kind: 'reversal',
    method: 'none',
    amountCents: -entry.amountCents,
    reference: entryId,
    document: entry.document,
    reason,
    reverses: entryId,
    actorId: actor.userId,
  });
  if (id === null) throw reversed();
  await takeDiscountsOfPaymentBack(tx, { entryId, reason, actorId: actor.userId });
  await followSettlements(tx, [...orders, ...(await takeBackCredits(tx, orders))]);
  await record(tx, actor, 'company.payment-reversed', companyId, {
    name: company.name,
    number: formatCompanyNumber(company.number),
    amount: centsToMoney(entry.amountCents),
    reference: entry.document,
    reason,
  });
  return id;
}

/** What a credit note of an order settled elsewhere, in cents, with the invoice of its own order and what is left to pay of that. */
interface CreditUse extends Record<string, unknown> {
  creditId: string;
  debitId: string;
  /** Whose debit it settled; null where it is of no order. */
  orderId: string | null;
  cents: number;
  invoiceId: string;
  left: number;
}

/**
 * What is owed again takes back what its own credit notes settled elsewhere meanwhile, the latest first.
 * @returns the orders that are owed again for it, locked
 */
async function takeBackCredits(tx: Tx, orders: string[]): Promise<string[]> {
  const { rows } = await tx.execute<CreditUse>(sql`
    select s.credit_id as "creditId", s.debit_id as "debitId", d.order_id as "orderId", sum(s.amount_cents)::float8 as cents,
      invoice.id as "invoiceId", ${sql.raw(leftOfDebit('invoice'))}::float8 as left
    from ledger invoice join ledger note on note.order_id = invoice.order_id and note.kind = 'credit-note'
      join invoices p on p.number = note.id and coalesce(p.corrects, invoice.id) = invoice.id
      join settlements s on s.credit_id = note.id
      -- What went back to the bank stays there.
      join ledger d on d.id = s.debit_id and d.order_id is distinct from note.order_id and d.kind <> 'payout'
    where invoice.order_id = any(${sql.param(orders)}::text[]) and invoice.kind = 'invoice'
    group by s.credit_id, s.debit_id, d.order_id, invoice.id having sum(s.amount_cents) > 0
    order by max(s.id) desc`);
  const left = new Map(rows.map((row) => [row.invoiceId, row.left]));
  const back = rows.flatMap(({ invoiceId, cents, ...spent }) => {
    const part = Math.min(cents, left.get(invoiceId)!);
    left.set(invoiceId, left.get(invoiceId)! - part);
    return part > 0 ? [{ ...spent, invoiceId, part }] : [];
  });
  if (back.length === 0) return [];
  await tx
    .insert(settlements)
    .values([
      ...back.map(({ creditId, debitId, part }) => ({ creditId, debitId, amountCents: -part })),
      ...back.map(({ creditId, invoiceId, part }) => ({ creditId, debitId: invoiceId, amountCents: part })),
    ]);
  const owed = [...new Set(back.flatMap(({ orderId }) => orderId ?? []))].toSorted();
  if (owed.length === 0) return [];
  await lockOrders(tx, owed);
  // Their own credit notes may have something left for them.
  for (const orderId of owed) await settleOrder(tx, orderId);
  return [...owed, ...(await takeBackCredits(tx, owed))];
}

/** A payment of the company, or what was given up, that nobody has taken back. @throws AppError ENTRY_NOT_FOUND, ALREADY_REVERSED */
async function standing(db: Db, companyId: string, entryId: string): Promise<typeof ledger.$inferSelect> {
  const [found] = await db
    .select({
      row: ledger,
      isReversed: sql<boolean>`exists (select from ledger later where later.reverses = ledger.id)`,
    })
    .from(ledger)
    .where(and(eq(ledger.companyId, companyId), eq(ledger.id, entryId)));
  if (!found || !PAYMENTS.has(found.row.kind))
    throw new AppError('ENTRY_NOT_FOUND', sentence('This company has no such payment.'));
  if (found.isReversed) throw reversed();
  return found.row;
}

function reversed(): AppError {
  return new AppError('ALREADY_REVERSED', sentence('This payment has already been reversed.'));
}

const PAYMENTS = new Set(['payment', 'payout', 'charge', 'refund', 'refund_failed', 'write-off']);
