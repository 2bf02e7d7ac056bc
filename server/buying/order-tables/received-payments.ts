/**
 * What came for an order, as a subquery with a row for each payment, `at`, `day`, `cents`, `method`, `reference`, `reversed`: transfers
 * that were recorded for it, its cards, and what of its company's account settles its invoice. What settled it later than it came was
 * credit by then, as are the credit notes of other orders. A card's money that went back whole, since the order was paid or gone, counts
 * as taken back.
 * @param order what the statement calls the row of the order
 * @param paper what it calls the row of one of its papers: where the order has an invoice for each shipment, what of its company's account
 *   settles that one alone
 */
export const receivedPaymentsOf = (order: string, paper?: string) => `
  select created_at as at, received_on as day, amount_cents::bigint as cents, 'transfer' as method, reference,
      undone_at is not null as reversed
    from bank_payments where order_id = ${order}.id
  union all
  select card.created_at, (card.created_at at time zone shop_zone())::date, card.amount_cents, 'card', card.reference,
      exists (select from ledger back where back.reverses = card.id) or exists (select from refunds given
        where given.payment_intent_id = card.payment_intent_id and given.reason in ('paid_twice', 'order_gone'))
    from ledger card where card.order_id = ${order}.id and card.kind = 'charge' and card.method = 'card'
  union all
  select at, coalesce(came.received_on, (came.created_at at time zone shop_zone())::date),
      case when came.reversed then put else stands end,
      case when came.kind = 'payment' and at = came.created_at then came.method else 'credit' end,
      case when came.method = 'card' then came.payment_intent_id else came.document end, came.reversed
    from (
      select s.credit_id, min(s.created_at) filter (where s.amount_cents > 0) as at,
        sum(s.amount_cents) filter (where s.amount_cents > 0) as put, sum(s.amount_cents) as stands
      from ledger invoice join settlements s on s.debit_id = invoice.id
      where invoice.order_id = ${order}.id and invoice.kind = 'invoice'${
        paper === undefined ? '' : ` and (${paper}.shipment_id is null or invoice.id = ${paper}.number)`
      } group by s.credit_id
    ) part cross join lateral (
      select *, exists (select from ledger back where back.reverses = entry.id) as reversed
      from ledger entry where entry.id = part.credit_id
    ) came
    where came.order_id is distinct from ${order}.id and came.kind not in ('write-off', 'discount') and (came.reversed or stands > 0)`;
