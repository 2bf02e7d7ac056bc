import { sayQuoteNumber } from '#server/buying/quotes/read-quotes.ts';
import { withinDaysText } from '#server/engine/db/within-days.ts';
import { CURRENCY, day, moment, money, number, type Sheet, text } from './exported-sheet.ts';

/**
 * Everybody's quotes by the day on which they were asked for, oldest first. What is offered is of the latest version, what nobody has
 * answered yet has none: goods + freight + tax = total.
 */
export const QUOTES: Sheet = {
  columns: {
    number: { sql: 'q.number::float8', cell: sayQuoteNumber },
    state: text(`case when q.state = 'offered' and q.valid_until < shop_today() then 'expired' else q.state end`),
    askedAt: moment('q.created_at'),
    version: number('q.version'),
    offeredAt: moment('v.created_at'),
    validUntil: day('q.valid_until'),
    endedAt: moment('q.closed_at'),
    firm: text(`'C' || c.number`),
    company: text('q.company_name'),
    name: text('q.buyer_name'),
    email: text('q.buyer_email'),
    country: text('q.country'),
    lines: number('lines.count'),
    pieces: number('lines.pieces'),
    listPrice: money('lines.list'),
    goods: money('v.total_cents - v.freight_cents - v.tax_cents'),
    freight: money('v.freight_cents'),
    tax: money('v.tax_cents'),
    total: money('v.total_cents'),
    currency: CURRENCY,
    order: text('o.number::text'),
    reason: text('q.reason'),
  },
  from: `quotes q left join quote_versions v on v.quote_id = q.id and v.version = q.version
    left join companies c on c.id = q.company_id
    left join orders o on o.quote_id = q.id
    cross join lateral (
      select count(*) as count, sum(line.quantity) as pieces, sum(line.quantity * line."listCents") as list
      from jsonb_to_recordset(coalesce(v.lines, q.wanted)) as line (quantity bigint, "listCents" bigint)) as lines`,
  where: withinDaysText('q.created_at', '$3', '$4'),
  key: ['q.created_at', 'q.id'],
};
