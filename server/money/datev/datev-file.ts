import { sentence } from '#contract/sentences.ts';
import { type Day, timeOf } from '#contract/days.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { StreamedFile } from '#contract/sheets.ts';
import type { Database } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { streamed } from '#server/engine/sheets/write-sheet.ts';
import { COUNTRY, withinDaysOfZone } from '#server/money/exports/booked-papers.ts';
import { PAPERS_OF_MONEY } from '#server/money/exports/payments-journal.ts';
import { type InOrder, rowsInOrder } from '#server/engine/db/rows-in-order.ts';
import { type EntryPosting, entryLine, headOf, type PaperPosting, paperLine, yearBegins } from './posting-lines.ts';
import { windows1252 } from './windows-1252.ts';

const OF_PAPER = {
  debtor: 'c.debtor',
  document: 'e.number',
  order: 'o.number::text',
  text: `coalesce(nullif(e.buyer ->> 'company', ''), e.buyer ->> 'name', '')`,
  category: 'o.tax_category',
  percent: 'coalesce(o.tax_percent, 0)::float8',
  country: COUNTRY,
  vatId: `upper(regexp_replace(e.buyer ->> 'vatId', '[^A-Za-z0-9]', '', 'g'))`,
  suppliedOn: `e.document -> 'model' ->> 'suppliedOn'`,
};
const OF_ORDER = 'join orders o on o.id = e.order_id left join companies c on c.id = o.company_id';

/** Invoices and credit notes by the day that they say. */
const PAPERS: InOrder = {
  columns: {
    ...OF_PAPER,
    day: '(e.issued_at at time zone e.zone)::date::text',
    cents: `case e.series when 'invoice' then e.total_cents else -e.total_cents end`,
    due: `case e.series when 'invoice' then coalesce(e.due_on, o.due_on) end::text`,
  },
  from: `invoices e ${OF_ORDER}`,
  where: withinDaysOfZone('e.issued_at'),
  key: ['e.issued_at', 'e.number'],
};

/** Credit notes whose money came back, on the day when it did. */
const VOIDS: InOrder = {
  columns: {
    ...OF_PAPER,
    day: '(coalesce(r.failed_at, e.issued_at) at time zone e.zone)::date::text',
    cents: 'e.total_cents',
    due: 'null::text',
  },
  from: `refunds r join invoices e on e.refund_id = r.id ${OF_ORDER}`,
  where: `r.state = 'failed' and (coalesce(r.failed_at, e.issued_at) at time zone e.zone)::date between $3::date and $4::date`,
  key: ['coalesce(r.failed_at, e.issued_at)', 'e.number'],
};

/** The account on the other side of an entry of the ledger. */
export const AGAINST = `case when coalesce(back.kind, l.kind) = 'write-off' then 'writeOff' when coalesce(back.kind, l.kind) = 'fee' then 'fees'
  when coalesce(back.kind, l.kind) = 'discount' then 'discount'
  when coalesce(nullif(l.method, 'none'), back.method) = 'card' then 'card' else 'bank' end`;
export const FROM_LEDGER = 'ledger l left join ledger back on back.id = l.reverses';
export const IS_NO_PAPER = `coalesce(back.kind, l.kind) not in ('invoice', 'credit-note')`;

/** All else in the ledger: money, fees, what was given up, and what takes such a one back. Papers are above. */
const ENTRIES: InOrder = {
  columns: {
    day: 'l.day::text',
    cents: '(-l.amount_cents)::float8',
    debtor: 'c.debtor',
    document: `case when paper.numbers is null then case when l.kind = 'fee' then l.document end
      when paper.numbers not like '%,%' then paper.numbers end`,
    order: 'o.number::text',
    // One account may take the discounts of all rates: what is in one is told by its text.
    text: `concat_ws(' ', case when coalesce(back.kind, l.kind) = 'discount' then (
        select concat_ws(' ', 'Cash discount', off.tax_percent::float8 || ' %') from invoices i join orders off on off.id = i.order_id where i.number = l.document)
      end, coalesce(p.reference, nullif(l.document, '')), coalesce(c.name, nullif(o.company, ''), o.name))`,
    against: AGAINST,
  },
  from: `${FROM_LEDGER} left join orders o on o.id = l.order_id
    left join companies c on c.id = l.company_id left join bank_payments p on p.id = l.reference ${PAPERS_OF_MONEY}`,
  where: `l.day between $3::date and $4::date and ${IS_NO_PAPER}`,
  key: ['l.day', 'l.id'],
  at: 'date',
};

/**
 * The postings of some days of one fiscal year as DATEV reads them (EXTF 700, Buchungsstapel of format 13, in Windows-1252), written while
 * it is sent: each paper, movement of money, fee and write-off once, on the account of its debtor.
 * @throws AppError 400 at to
 */
export function datevFile(database: Database, settings: Settings, days: { from: Day; to: Day }): StreamedFile {
  const { books, timeZone } = settings;
  if (yearBegins(days.from, books) !== yearBegins(days.to, books))
    throw invalid('to', sentence('The days must be of one fiscal year'));
  const madeAt = `${timeOf(new Date(), timeZone).replaceAll(/\D/g, '')}000`;
  async function* parts() {
    yield windows1252(headOf(settings, days, madeAt));
    for (const papers of [PAPERS, VOIDS])
      for await (const rows of rowsInOrder<PaperPosting>(database, papers, days))
        yield windows1252(rows.map((row) => paperLine(settings, row)).join(''));
    for await (const rows of rowsInOrder<EntryPosting>(database, ENTRIES, days))
      yield windows1252(rows.map((row) => entryLine(settings, row)).join(''));
  }
  const name = `EXTF_Buchungsstapel-${days.from}-to-${days.to}.csv`;
  return { type: 'text/csv; charset=windows-1252', name, body: streamed(parts()) };
}
