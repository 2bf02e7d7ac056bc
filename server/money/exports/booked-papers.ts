/**
 * What enters the books, at its moment and with its sign: invoices, credit notes, and once more a credit note whose money
 * the bank of the card sent back, on the day when it did. So the sums of a month that is over stay. In order of `at` and `key` they
 * are read from an index.
 */
export const ENTRIES = `(
select p.issued_at as at, p.number as key, p.series as kind, case p.series when 'invoice' then 1 else -1 end as sign, p.* from invoices p
union all
select coalesce(r.failed_at, p.issued_at), p.number || ' void', 'credit-note-void', 1, p.* from invoices p
  join refunds r on r.id = p.refund_id
where r.state = 'failed') e join orders o on o.id = e.order_id`;

/**
 * Within the days $3 to $4, either null, by the zone that a paper `e` was issued in. Moments are what an index finds, in whatever zone that
 * is. Both ends of a day would be taken for a few rows, which are sorted for each part instead of read in order.
 * @param at when, in SQL
 */
export function withinDaysOfZone(at: string): string {
  const day = `(${at} at time zone e.zone)::date`;
  return `($3::date is null or ${at} >= $3::date - interval '2 days') and ($4::date is null or ${at} < $4::date + interval '3 days')
    and (${day} < $3::date) is not true and (${day} > $4::date) is not true`;
}

/** By the day that a paper says. */
export const ENTERED_WITHIN = withinDaysOfZone('e.at');

/** Where the goods of a paper went, by the code of the country. */
export const COUNTRY = `coalesce(e.buyer ->> 'country', e.seller -> 'company' ->> 'country')`;
