import { type Sentence, sentence } from '#contract/sentences.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import type { DiscountOffer } from '#contract/money/cash-discount.ts';
import { centsToMoney } from '#contract/money.ts';
import type { NewAccountPayment } from '#contract/money/account.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { discountsOf, openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';
import { ledger, settlements } from '#server/buying/order-tables/ledger.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { followSettlements, lockOrders } from '#server/buying/order-life/follow-settlements.ts';

/** So much of what is due. */
export interface Part {
  debitId: string;
  amountCents: number;
}

/** An invoice or a fee of a company that is open; `rest` is what is left to pay, in cents. */
export interface Debit {
  id: string;
  document: string;
  orderId: string | null;
  rest: number;
  /** What may be taken off it where it is paid in time. */
  offers: DiscountOffer[];
}

/** What of what is open is settled with so many cents. */
export type Choice = (open: Debit[], amountCents: number) => Part[] | Promise<Part[]>;

/**
 * Settles what is open with what an entry has left, under the lock of the company and then of the orders.
 * @param choose what it settles; without it, what is due first
 * @returns the orders that it touched, and how much it settled
 */
export async function settleWith(
  tx: Tx,
  companyId: string,
  credit: { id: string; amountCents: number },
  choose: Choice = dueFirst,
): Promise<{ orders: string[]; cents: number }> {
  // Of an order that is paid by card at this moment, what is open is known once its lock is ours.
  await lockOrders(
    tx,
    (await openDebits(tx, companyId)).flatMap(({ orderId }) => orderId ?? []),
  );
  const open = await openDebits(tx, companyId);
  const parts = await choose(open, credit.amountCents);
  if (parts.length === 0) return { orders: [], cents: 0 };
  await tx.insert(settlements).values(parts.map((part) => ({ creditId: credit.id, ...part })));
  const touched = new Set(parts.map(({ debitId }) => debitId));
  const orders = open.flatMap(({ id, orderId }) => (touched.has(id) && orderId !== null ? [orderId] : []));
  await followSettlements(tx, orders);
  return { orders, cents: parts.reduce((sum, part) => sum + part.amountCents, 0) };
}

/** What is open of a company, what is due first at the head. */
export async function openDebits(tx: Db, companyId: string): Promise<Debit[]> {
  const { rows } = await tx.execute<{ [Name in keyof Debit]: Name extends 'rest' ? string : Debit[Name] }>(sql`
    select id, document, order_id as "orderId", rest,
      (select ${sql.raw(discountsOf('l'))} from ledger l where l.id = open.id) as offers
    from (${openDebitsOf(sql`${companyId}`)}) open
    order by due_on, created_at, id`);
  return rows.map((row) => ({ ...row, rest: Number(row.rest) }));
}

export function dueFirst(open: Pick<Debit, 'id' | 'rest'>[], amountCents: number): Part[] {
  let left = amountCents;
  return open.flatMap(({ id, rest }) => {
    const part = Math.min(left, rest);
    left -= part;
    return part > 0 ? [{ debitId: id, amountCents: part }] : [];
  });
}

/**
 * So much of each invoice or fee as somebody said.
 * @param fieldOf names what is wrong as the call has it
 * @returns a choice that throws AppError ALLOCATION_TOO_LARGE; 400 at an invoice that the company does not have
 */
export function asAllocated(
  tx: Tx,
  companyId: string,
  allocate: NonNullable<NewAccountPayment['allocate']>,
  fieldOf = (index: number, field: 'invoiceNumber' | 'amount') => `allocate.${index}.${field}`,
): Choice {
  return async (open, amountCents) => {
    const known = await knownDebits(
      tx,
      companyId,
      allocate.map(({ invoiceNumber }) => invoiceNumber),
    );
    const parts = new Map<string, number>();
    for (const [index, { invoiceNumber, amount }] of allocate.entries()) {
      const found = known.find(({ document }) => document === invoiceNumber);
      if (!found) throw invalid(fieldOf(index, 'invoiceNumber'), sentence('The company has no such invoice'));
      const sum = (parts.get(found.id) ?? 0) + cents(amount);
      const rest = open.find(({ id }) => id === found.id)?.rest ?? 0;
      if (sum > rest) {
        const { currency } = await settingsNow(tx);
        const message = sentence('{rest} of {invoiceNumber} is open.', {
          rest: { amount: centsToMoney(rest), currency },
          invoiceNumber,
        });
        throw tooLarge(message, fieldOf(index, 'amount'), { invoiceNumber, open: centsToMoney(rest) });
      }
      parts.set(found.id, sum);
    }
    const total = [...parts.values()].reduce((sum, part) => sum + part, 0);
    if (total > amountCents)
      throw tooLarge(sentence('The invoices are allocated more than was paid.'), 'allocate', {
        amount: centsToMoney(amountCents),
      });
    return [...parts].map(([debitId, amountCents]) => ({ debitId, amountCents }));
  };
}

/** The invoices and fees of a company that have these numbers, open or not. */
export function knownDebits(db: Db, companyId: string, numbers: string[]) {
  return db
    .select({ document: ledger.document, id: ledger.id })
    .from(ledger)
    .where(
      and(eq(ledger.companyId, companyId), inArray(ledger.kind, ['invoice', 'fee']), inArray(ledger.document, numbers)),
    );
}

function tooLarge(message: Sentence, path: string, facts: Record<string, unknown>): AppError {
  return new AppError('ALLOCATION_TOO_LARGE', message, { facts, issues: [{ path, message }] });
}
