import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { bankPayments } from '#server/buying/order-tables/bank-payments.sql.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/**
 * What is left to pay of an invoice or a fee, or to settle of money that went back, in cents. Of one that was taken back this is not
 * asked: of invoices and fees none ever is.
 * @param entry what the statement calls the row of the ledger
 */
export const leftOfDebit = (entry: string) => `(-${entry}.amount_cents
  - coalesce((select sum(s.amount_cents) from settlements s where s.debit_id = ${entry}.id), 0))::bigint`;

/**
 * What may be taken off an invoice that is paid in time, as JSON [{ percent, until }]: nothing once anything but its own credit notes has
 * settled a part of it.
 * @param entry what the statement calls the row of the ledger
 */
export const discountsOf = (entry: string) => `(case when ${entry}.cash_discount is null or exists (
    select from settlements s join ledger c on c.id = s.credit_id
    where s.debit_id = ${entry}.id and (c.kind <> 'credit-note' or c.order_id <> ${entry}.order_id)
    group by c.id having sum(s.amount_cents) <> 0)
  then '[]' else ${entry}.cash_discount end)`;

/** What is left of any entry: of a payment or a credit note what it can still settle. Nothing is left of an entry that was taken back. */
export const leftOfEntry = (entry: string) => `(case
  when ${entry}.kind in ('reversal', 'charge_undone') or exists (select from ledger back where back.reverses = ${entry}.id) then 0
  when ${entry}.amount_cents < 0 then ${leftOfDebit(entry)}
  else ${entry}.amount_cents - coalesce((select sum(s.amount_cents) from settlements s where s.credit_id = ${entry}.id), 0)
  end)::bigint`;

/**
 * What is left to pay of an order, in cents: of one that its company owes what is left of its invoices; of any other that is unpaid or
 * owed the total less what credit notes took off and transfers brought. Nothing of one that waits for approval, is paid or over.
 * @param order what the statement calls the row of the order
 */
export const leftToPayOf = (order: string) => `(case
  when ${order}.state not in ('unpaid', 'open') then 0
  when ${order}.state = 'open' and ${order}.company_id is not null then coalesce((
    select sum(${leftOfDebit('invoice')}) from ledger invoice where invoice.order_id = ${order}.id and invoice.kind = 'invoice'), 0)
  else ${order}.total_cents - ${order}.credited_cents - coalesce((
    select sum(came.amount_cents) from bank_payments came where came.order_id = ${order}.id and came.undone_at is null), 0)
  end)::float8`;

/**
 * What is left to pay of an invoice of any order, in cents: of one in the account of a company what is left of its entry, of any other
 * what is left to pay of its order, which has no other.
 * @param paper what the statement calls the row of the invoice, and `order` that of its order
 */
export const leftOfPaper = (paper: string, order: string) => `coalesce((
  select ${leftOfDebit('entry')} from ledger entry where entry.id = ${paper}.number), ${leftToPayOf(order)})::float8`;

/** What is left to pay of the order with this id, in cents, by `leftToPayOf`. @throws Error where there is none */
export async function leftToPay(db: Db, orderId: string): Promise<number> {
  const [found] = await db
    .select({ left: sql<number>`${sql.raw(leftToPayOf('orders'))}` })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!found) throw new Error(`There is no order ${orderId}`);
  return found.left;
}

/** What is left to pay of the invoices of a company's order, in cents, also of one that counts as paid; 0 where it has none. */
export async function leftOfInvoices(db: Db, orderId: string): Promise<number> {
  const [invoices] = await db
    .select({ left: sql<string | null>`sum(${sql.raw(leftOfDebit('ledger'))})` })
    .from(ledger)
    .where(and(eq(ledger.orderId, orderId), eq(ledger.kind, 'invoice')));
  return Number(invoices?.left ?? 0);
}

/** What is left to pay of an invoice in the account of a company, in cents; 0 where it is not there. */
export async function leftOfInvoice(db: Db, number: string): Promise<number> {
  const [invoice] = await db
    .select({ left: sql<string>`${sql.raw(leftOfDebit('ledger'))}` })
    .from(ledger)
    .where(eq(ledger.id, number));
  return Number(invoice?.left ?? 0);
}

/** What an order brings in all, in cents, paid or not: the total less what credit notes took off before anything came. */
export function payableCents({
  totalCents,
  creditedCents,
}: Pick<typeof orders.$inferSelect, 'totalCents' | 'creditedCents'>): number {
  return totalCents - creditedCents;
}

/** What came for an order by the transfers that stand, in cents. */
export async function receivedByTransfer(db: Db, orderId: string): Promise<number> {
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum(${bankPayments.amountCents}), 0)::float8` })
    .from(bankPayments)
    .where(and(eq(bankPayments.orderId, orderId), isNull(bankPayments.undoneAt)));
  return sum?.cents ?? 0;
}

/**
 * The invoices and fees of a company of which something is left to pay, as rows: id, document, order_id, due_on, created_at, rest in
 * cents. An invoice can be open only where its order is, so that those of many years are not looked at.
 */
export const openDebitsOf = (companyId: SQL) => sql`
  select * from (
    select l.id, l.document, l.order_id, l.due_on, l.created_at, ${sql.raw(leftOfDebit('l'))} as rest
      from orders o join ledger l on l.order_id = o.id and l.kind = 'invoice'
      where o.company_id = ${companyId} and o.state = 'open'
    union all
    select l.id, l.document, l.order_id, l.due_on, l.created_at, ${sql.raw(leftOfDebit('l'))} from ledger l
      where l.company_id = ${companyId} and l.kind = 'fee'
  ) debit where rest > 0`;

/** Their sum, by how many days they are overdue: the columns of a statement over rows `late`, `rest`. */
export const AGEING = sql`
  coalesce(sum(rest), 0)::float8 as open,
  coalesce(sum(rest) filter (where late <= 0), 0)::float8 as current,
  coalesce(sum(rest) filter (where late between 1 and 30), 0)::float8 as "to30",
  coalesce(sum(rest) filter (where late between 31 and 60), 0)::float8 as "to60",
  coalesce(sum(rest) filter (where late between 61 and 90), 0)::float8 as "to90",
  coalesce(sum(rest) filter (where late > 90), 0)::float8 as "over90"`;
