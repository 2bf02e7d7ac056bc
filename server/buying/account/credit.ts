import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import { type Day, dayOf } from '#contract/days.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { requireActive } from '#server/buying/companies/membership.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';
import { settingsNow } from '#server/office/settings/settings.ts';

/** What a company may still owe, in cents. */
interface Credit {
  /** Null: it pays first. */
  termsDays: number | null;
  /** Null: without limit, as is `available`. */
  limit: number | null;
  /** What is left to pay of invoices and fees. */
  open: number;
  /** What is still to be invoiced of orders that are invoiced as they leave. */
  toInvoice: number;
  /** Of the limit, what neither those nor orders on account that wait for approval take up; below 0 where they take more. */
  available: number | null;
  /** Whether something is overdue by more days than the owner allows. */
  isLate: boolean;
}

/** @param except an order that is not counted among those that wait */
export async function creditOf(db: Db, companyId: string, except: string | null = null): Promise<Credit> {
  const { overdueDays } = await settingsNow(db);
  const { rows } = await db.execute<{
    termsDays: number | null;
    limit: string | null;
    open: string;
    toInvoice: string;
    waiting: string;
    isLate: boolean;
  }>(sql`
    with owed as materialized (${openDebitsOf(sql`${companyId}`)})
    select c.terms_days as "termsDays", c.credit_limit_cents as limit,
      (select coalesce(sum(rest), 0) from owed) as open,
      (select coalesce(sum(to_invoice_cents), 0) from orders where company_id = c.id and state = 'open') as "toInvoice",
      (select coalesce(sum(total_cents), 0) from orders where company_id = c.id and state = 'waiting' and on_account
        and id is distinct from ${except}) as waiting,
      exists (select from owed where due_on < (select shop_today()) - ${overdueDays}::integer) as "isLate"
    from companies c where c.id = ${companyId}`);
  const [found] = rows;
  if (!found) throw new Error(`There is no company ${companyId}`);
  const [limit, open] = [found.limit === null ? null : Number(found.limit), Number(found.open)];
  const toInvoice = Number(found.toInvoice);
  const available = limit === null ? null : limit - open - toInvoice - Number(found.waiting);
  return { termsDays: found.termsDays, limit, open, toInvoice, available, isLate: found.isLate };
}

export function noTerms(): AppError {
  return new AppError(
    'NO_TERMS',
    sentence('This company has no payment terms, so its orders are paid in advance. Pay by card or by transfer.'),
  );
}

/** @throws AppError NO_TERMS, CREDIT_LIMIT { limit, open, available }, ACCOUNT_OVERDUE */
async function requireCredit(tx: Tx, companyId: string, orderId: string, totalCents: number): Promise<void> {
  const { termsDays, limit, open, available, isLate } = await creditOf(tx, companyId, orderId);
  if (termsDays === null) throw noTerms();
  if (limit !== null && available !== null && totalCents > available) {
    const { currency } = await settingsNow(tx);
    const left = centsToMoney(Math.max(0, available));
    throw new AppError(
      'CREDIT_LIMIT',
      sentence("{left} is left of the company's credit limit.", { left: { amount: left, currency } }),
      {
        facts: { limit: centsToMoney(limit), open: centsToMoney(open), available: left },
      },
    );
  }
  if (isLate)
    throw new AppError(
      'ACCOUNT_OVERDUE',
      sentence('The company has long overdue invoices. Pay them, or pay for this order in advance.'),
    );
}

/** Since when an order is owed, by when it must be paid, and its invoice; it has neither yet where it is invoiced as it leaves. */
export interface OpenTerms {
  openedAt: Date;
  dueOn: string | null;
  invoice: { number: string; day: Day } | null;
}

/**
 * Judges whether a company may owe an order that this transaction wrote or that waits, under the lock of the company: of many that race
 * for what is left of its limit, as many get it as it holds.
 * @param isOverruled staff said that it may, whatever is owed
 * @throws AppError COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD, NO_TERMS, CREDIT_LIMIT { limit, open, available }, ACCOUNT_OVERDUE
 */
export async function judgeCredit(tx: Tx, orderId: string, isOverruled = false): Promise<void> {
  const [order] = await tx
    .select({
      companyId: orders.companyId,
      totalCents: orders.totalCents,
      status: companies.status,
      termsDays: companies.termsDays,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(eq(orders.id, orderId));
  if (!order?.companyId) throw noTerms();
  requireActive(order.status);
  if (order.termsDays === null) throw noTerms();
  if (!isOverruled) await requireCredit(tx, order.companyId, orderId, order.totalCents);
}

/**
 * Lets a company owe an order that was judged: it has its invoice, or will have one with each shipment, holds its stock for good, and may
 * leave the house.
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function openOnAccount(tx: Tx, orderId: string): Promise<OpenTerms> {
  await requireKnownNumbers(tx, 'invoice');
  const opened = await moveOrder(tx, orderId, 'open');
  const { openedAt, dueOn } = opened?.order ?? {};
  if (!openedAt || dueOn === undefined) throw new Error(`the order ${orderId} was not opened`);
  const [issued] = await tx.select().from(invoices).where(eq(invoices.orderId, orderId));
  return {
    openedAt,
    dueOn,
    invoice: issued ? { number: issued.number, day: dayOf(issued.issuedAt, issued.zone) } : null,
  };
}
