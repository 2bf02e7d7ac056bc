import { CURRENCY, day, money, type Sheet, text } from './exported-sheet.ts';

/** What a movement of money is called: one that takes another back, an error of who recorded it included, is a reversal. */
const KIND = `case l.kind when 'charge' then 'payment' when 'charge_undone' then 'reversal' when 'refund_failed' then 'refund-failed'
  else l.kind end`;

/** How it came or went; of one that takes another back as that one did. */
export const METHOD = `case l.method when 'none' then back.method else l.method end`;

/**
 * The papers that a movement is about, as a row `paper`: of money that went back its credit note, of an order its invoice, or those that it settled, of a payment of
 * a company's account the invoices that it settled, of credit that was paid out the credit notes that it is of.
 */
export const PAPERS_OF_MONEY = `cross join lateral (select string_agg(number, ', ' order by number) as numbers from (
    select n.number from refunds r join invoices n on n.refund_id = r.id
      where l.kind in ('refund', 'refund_failed') and r.id = l.reference
    union select n.number from refunds r join invoices n on n.refund_id = r.id
      where l.kind in ('refund', 'refund_failed') and r.provider_refund_id = l.reference
    union select i.number from invoices i
      where l.kind not in ('refund', 'refund_failed') and i.order_id = l.order_id and i.series = 'invoice' and i.shipment_id is null
    union select i.number from invoices i join settlements s on s.debit_id = i.number
      where l.kind not in ('refund', 'refund_failed') and i.order_id = l.order_id and i.shipment_id is not null
        and s.credit_id = coalesce(l.reverses, l.id) and s.amount_cents > 0
    union select d.document from settlements s join ledger d on d.id = s.debit_id and d.kind = 'invoice'
      where l.order_id is null and s.credit_id = coalesce(l.reverses, l.id) and s.amount_cents > 0
    union select c.document from settlements s join ledger c on c.id = s.credit_id and c.kind = 'credit-note'
      where coalesce(back.kind, l.kind) = 'payout' and s.debit_id = coalesce(l.reverses, l.id) and s.amount_cents > 0) named) paper`;

/** Entries that move money, or take such a one back, with what they take back as `back`. */
export const MONEY = `ledger l left join ledger back on back.id = l.reverses`;
export const MOVES_MONEY = `(l.method <> 'none' or (l.kind = 'reversal' and back.method <> 'none'))`;

/** Each movement of money by the day of the bank; what came in is positive, so that the column adds up to what there is more. */
export const PAYMENTS: Sheet = {
  columns: {
    day: day('l.day'),
    kind: text(KIND),
    method: text(METHOD),
    amount: money('l.amount_cents'),
    currency: CURRENCY,
    document: text('paper.numbers'),
    orderNumber: text('o.number::text'),
    firm: text(`'C' || c.number`),
    company: text(`coalesce(c.name, nullif(o.company, ''))`),
    name: text('o.name'),
    bankReference: text(
      `case when ${METHOD} = 'transfer' then coalesce(p.reference, case when l.kind like 'refund%' then null else l.document end) end`,
    ),
    transaction: text(`case when ${METHOD} = 'card' then coalesce(l.payment_intent_id, back.payment_intent_id) end`),
    reason: text(`nullif(l.reason, '')`),
  },
  from: `${MONEY} left join orders o on o.id = l.order_id left join companies c on c.id = l.company_id
    left join bank_payments p on p.id = l.reference ${PAPERS_OF_MONEY}`,
  where: `${MOVES_MONEY} and ($3::date is null or l.day >= $3::date) and ($4::date is null or l.day <= $4::date)`,
  key: ['l.day', 'l.id'],
  at: 'date',
};
