import { eq, sql } from 'drizzle-orm';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { requireActive } from '#server/buying/companies/membership.ts';
import { issueDocuments } from '#server/buying/invoices/invoices.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { openDebitsOf } from './open-debits.ts';

/** What a firm may still owe, in cents. */
interface Credit {
  /** Null: it pays first. */
  termsDays: number | null;
  /** Null: without limit, as is `available`. */
  limit: number | null;
  /** What is left to pay of invoices and fees. */
  open: number;
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
    waiting: string;
    isLate: boolean;
  }>(sql`
    with owed as materialized (${openDebitsOf(sql`${companyId}`)})
    select c.terms_days as "termsDays", c.credit_limit_cents as limit,
      (select coalesce(sum(rest), 0) from owed) as open,
      (select coalesce(sum(total_cents), 0) from orders where company_id = c.id and state = 'waiting' and on_account
        and id is distinct from ${except}) as waiting,
      exists (select from owed where due_on < (select shop_today()) - ${overdueDays}::integer) as "isLate"
    from companies c where c.id = ${companyId}`);
  const [found] = rows;
  if (!found) throw new Error(`There is no firm ${companyId}`);
  const [limit, open] = [found.limit === null ? null : Number(found.limit), Number(found.open)];
  const available = limit === null ? null : limit - open - Number(found.waiting);
  return { termsDays: found.termsDays, limit, open, available, isLate: found.isLate };
}

export function noTerms(): AppError {
  return new AppError('NO_TERMS', 'This has to be paid first: no days to pay are agreed. Pay by card or by transfer.');
}

/** @throws AppError NO_TERMS, CREDIT_LIMIT { limit, open, available }, ACCOUNT_OVERDUE */
async function requireCredit(tx: Tx, companyId: string, orderId: string, totalCents: number): Promise<void> {
  const { termsDays, limit, open, available, isLate } = await creditOf(tx, companyId, orderId);
  if (termsDays === null) throw noTerms();
  if (limit !== null && available !== null && totalCents > available) {
    const { currency } = await settingsNow(tx);
    const left = centsToMoney(Math.max(0, available));
    throw new AppError('CREDIT_LIMIT', `Of what the firm may owe, ${formatMoney(left, currency)} is left.`, {
      facts: { limit: centsToMoney(limit), open: centsToMoney(open), available: left },
    });
  }
  if (isLate)
    throw new AppError(
      'ACCOUNT_OVERDUE',
      'Invoices of the firm are long overdue. Pay them, or pay for this order first.',
    );
}

/** Since when an order is owed, by when it must be paid, and its invoice. */
export interface Opened {
  openedAt: Date;
  dueOn: string;
  invoiceNumber: string;
}

/**
 * Judges whether a firm may owe an order that this transaction wrote or that waits, under the lock of the firm: of many that race
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
 * Lets a firm owe an order that was judged: it has its invoice, holds its stock for good, and may leave the house.
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function openOnAccount(tx: Tx, orderId: string): Promise<Opened> {
  await requireKnownNumbers(tx, 'invoice');
  const [opened] = await tx
    .update(orders)
    .set({
      state: 'open',
      holdUntil: null,
      openedAt: sql`now()`,
      dueOn: sql`(select shop_today()) + (select terms_days from ${companies}
        where ${companies.id} = ${orders.companyId})`,
    })
    .where(eq(orders.id, orderId))
    .returning({ openedAt: orders.openedAt, dueOn: orders.dueOn });
  await issueDocuments(tx, orderId);
  const [invoice] = await tx.select({ number: invoices.number }).from(invoices).where(eq(invoices.orderId, orderId));
  if (!opened?.openedAt || opened.dueOn === null || !invoice) throw new Error(`the order ${orderId} was not opened`);
  return { openedAt: opened.openedAt, dueOn: opened.dueOn, invoiceNumber: invoice.number };
}
