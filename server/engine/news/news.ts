import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';

/**
 * What can be news, about an order, a quote, a return, a company or a tool. With `order.placed` and `tool.changed` come, as `low`, the ids of tools whose
 * stock fell below what one buys at least. `order.changed`: who it is for or where it goes; `order.payment-undone`: a transfer
 * was recorded wrongly, with the moment `paidAt` at which it had been; `order.shipped`: with the id of
 * the `shipment`; `order.refunded`: money was given back, with the id of the `refund` where that is the news, or what was given
 * back came to nothing; `tool.changed`: it was made, edited, removed, or its stock moved other than by an order;
 * `approval.asked`: an order waits for
 * somebody's approval; `approval.asked-again`: it still does, `because` it was `changed` or as a `reminder`; `approval.decided`: it was approved or rejected;
 * `order.complete`: all that it waited for is there; `batch.moved`: goods are expected `to` another day than `from`; `stock.incoming`: some
 * of them came, all that is said of it is in the facts;
 * `invoice.issued`, `credit-note.issued`: a paper was numbered, whose number is the subject;
 * `payment.recorded`, `invoice.overdue`: all that is said of it is in the facts;
 * `company.changed`: a company was opened, says something else of itself, or something else is agreed with it;
 * `company.activated`: it can order from now on;
 * `shop.moved`: the shop's days are those of another time zone from now on.
 */
export type NewsKind =
  | 'order.placed'
  | 'order.changed'
  | 'order.paid'
  | 'order.payment-undone'
  | 'order.expired'
  | 'order.cancelled'
  | 'order.shipped'
  | 'order.refunded'
  | 'order.rejected'
  | 'approval.asked'
  | 'approval.asked-again'
  | 'approval.decided'
  | 'quote.asked'
  | 'quote.offered'
  | 'quote.accepted'
  | 'return.asked'
  | 'return.arrived'
  | 'return.settled'
  | 'invoice.issued'
  | 'credit-note.issued'
  | 'payment.recorded'
  | 'invoice.overdue'
  | 'order.complete'
  | 'batch.moved'
  | 'stock.incoming'
  | 'tool.changed'
  | 'company.changed'
  | 'company.activated'
  | 'shop.moved';

/**
 * Writes a row of news for each order, tool or company that a transaction is about, in that transaction: it is there with what was
 * written, or neither is. Followers read it after the commit (docs/decisions/530-news.md).
 * @param facts what nobody could read of the subject itself afterwards, such as which of its shipments it is
 */
export async function tellNews(
  tx: Tx,
  kind: NewsKind,
  subjects: readonly string[],
  facts: Record<string, unknown> = {},
): Promise<void> {
  await tx.execute(sql`
    insert into news (kind, subject, facts)
    select ${kind}, subject, ${JSON.stringify(facts)}::jsonb
    from unnest(${sql.param(subjects)}::text[]) as about (subject)`);
}
