import { sentence } from '#contract/sentences.ts';
import { eq } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { type Discounted, paidInTime } from '#contract/money/cash-discount.ts';
import { meantBy } from '#contract/money/named-numbers.ts';
import type { AccountEntry, NewAccountPayment } from '#contract/money/account.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany, formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { requireDayOfMoney } from '#server/buying/ledger/require-open-day.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { enterDiscount } from '#server/money/payments/cash-discounts.ts';
import { readEntry } from './entries.ts';
import {
  asAllocated,
  type Choice,
  type Debit,
  dueFirst,
  type Part,
  settleWith,
} from '#server/money/payments/settle-debits.ts';
import { followSettlements } from '#server/buying/order-life/follow-settlements.ts';

/** What staff say of a payment. */
interface PaymentReport {
  actor: Caller;
  companyId: string;
  wanted: NewAccountPayment;
  /** The bank says the day: it may be before the company was here. */
  isFromBank?: boolean;
}

/**
 * Enters money of a company that came by transfer, and settles with it what it is given to, the invoices that its reference names, or,
 * where that names none, what is due first; what is left stays as credit. Orders whose invoices are settled by it are paid; one that is in
 * time and short by exactly the cash discount of an invoice settles it.
 * @returns the entry, the orders that nobody should pay by card any more, and what was taken off in all, in cents
 * @throws AppError COMPANY_NOT_FOUND, ALLOCATION_TOO_LARGE; 400 at date, and at an invoice that is not there
 */
export async function recordPayment(
  tx: Tx,
  { actor, companyId, wanted, isFromBank = false }: PaymentReport,
): Promise<{ entry: AccountEntry; settled: string[]; discountCents: number }> {
  const company = await lockCompany(tx, companyId);
  const opened = { at: company.createdAt, earlier: sentence('The date cannot be before the company was opened') };
  await requireDayOfMoney(tx, wanted.date, isFromBank ? null : opened);
  const amountCents = cents(wanted.amount);
  const id = newId();
  await enterInLedger(tx, {
    id,
    companyId,
    kind: 'payment',
    method: 'transfer',
    amountCents,
    reference: id,
    document: wanted.reference,
    receivedOn: wanted.date,
    actorId: actor.userId,
  });
  const taken: Discounted<Debit>[] = [];
  const byReference: Choice = (open, cents) => {
    const meant = meantBy(wanted.reference, open);
    const inTime = paidInTime(meant, cents, wanted.date);
    taken.push(...(inTime ?? []));
    return inTime?.map(({ debit, paid }) => ({ debitId: debit.id, amountCents: paid })) ?? dueFirst(meant, cents);
  };
  const choose = wanted.allocate ? asAllocated(tx, companyId, wanted.allocate) : byReference;
  const choice: Choice = async (open, cents) => {
    const parts = await choose(open, cents);
    if (wanted.allocate) taken.push(...parts.flatMap((part) => shortByDiscount(open, part, wanted.date)));
    return parts;
  };
  const { orders: settled } = await settleWith(tx, companyId, { id, amountCents }, choice);
  const discounts = taken.filter(({ discount }) => discount > 0);
  for (const { debit, discount } of discounts)
    await enterDiscount(tx, {
      companyId,
      invoiceNumber: debit.document,
      amountCents: discount,
      takenBy: id,
      day: wanted.date,
      actorId: actor.userId,
    });
  await followSettlements(
    tx,
    discounts.flatMap(({ debit }) => debit.orderId ?? []),
  );
  await record(tx, actor, 'company.payment-recorded', companyId, {
    name: company.name,
    number: formatCompanyNumber(company.number),
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
  const discountCents = discounts.reduce((sum, { discount }) => sum + discount, 0);
  return { entry: (await readEntry(tx, eq(ledger.id, id)))!, settled, discountCents };
}

/** What of an invoice is settled by a part that is in time and short by exactly its discount. */
function shortByDiscount(open: Debit[], { debitId, amountCents }: Part, date: string): Discounted<Debit>[] {
  return (
    paidInTime(
      open.filter(({ id }) => id === debitId),
      amountCents,
      date,
    ) ?? []
  );
}
