/**
 * What enters the books, at its moment and with its sign: invoices, credit notes, and once more a credit note whose money
 * the bank of the card sent back, on the day when it did. So the sums of a month that is over stay.
 */
export const ENTRIES = `(
select p.issued_at as at, p.series as kind, case p.series when 'invoice' then 1 else -1 end as sign, p.* from invoices p
union all
select coalesce(r.failed_at, p.issued_at), 'credit-note-void', 1, p.* from invoices p
  join refunds r on r.id = p.refund_id
where r.state = 'failed') e join orders o on o.id = e.order_id`;

/** By the day that a paper says; its void by the zone that it was issued in. */
export const ENTERED_WITHIN = `($3::date is null or (e.at at time zone e.zone)::date >= $3::date)
  and ($4::date is null or (e.at at time zone e.zone)::date <= $4::date)`;

/** Where the goods of a paper went, by the code of the country. */
export const COUNTRY = `coalesce(e.buyer ->> 'country', e.seller -> 'company' ->> 'country')`;
