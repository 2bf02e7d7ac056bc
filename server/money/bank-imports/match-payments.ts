import { sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { BankSuggestion } from '#contract/money/bank-imports.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { FoundOfLine } from './bank-imports.sql.ts';
import type { ReadPayment } from './read-bank-file.ts';

/** What is open of a firm, or an order that waits for its money. */
interface Owed {
  /** The number of the invoice; null: an order that has none yet. */
  invoice: string | null;
  orderId: string;
  order: string;
  companyId: string | null;
  company: string;
  cents: number;
}

/** How many firms a suggestion is made for, and how many open invoices of one are summed up. */
const MOST_SUGGESTED = 5;
const MOST_SUMMED = 50;

const nothing = { companyId: null, company: '', allocate: [], orderId: null, suggestions: [] };

/**
 * Says what the payments of a file are for. One is matched where it names invoices or orders and is exactly what is left to pay of
 * them; all else is a suggestion, since only people know what somebody meant who wrote another sum or no number.
 * @param known keys of payments that were recorded before
 */
export async function matchPayments(
  db: Db,
  payments: ReadPayment[],
  known: ReadonlySet<string>,
  currency: string,
): Promise<FoundOfLine[]> {
  const coming = payments.filter(({ amountCents }) => amountCents > 0);
  const named = await owedByNumber(db, [...new Set(coming.flatMap(numbersOf))]);
  const amounts = [...new Set(coming.map(({ amountCents }) => amountCents))];
  const payers = [...new Set(coming.map(({ payer }) => plain(payer)).filter((name) => name !== ''))];
  const likely = await owedByAmountOrName(db, amounts, payers);
  /** What an earlier line of the file has settled is not open any more. */
  const taken = new Set<string>();
  return payments.map((payment) => {
    if (known.has(payment.key)) return { ...nothing, outcome: 'known', why: 'It was recorded before' };
    if (payment.amountCents < 0) return { ...nothing, outcome: 'outgoing', why: 'It went out of the account' };
    if (payment.currency !== '' && payment.currency !== currency)
      return {
        ...nothing,
        outcome: 'unmatched',
        why: `It is in ${payment.currency}, and the shop sells in ${currency}`,
      };
    const numbers = new Set(numbersOf(payment));
    const meant = named.filter(
      ({ invoice, order }) => (invoice !== null && numbers.has(invoice)) || numbers.has(order),
    );
    const left = meant.filter(({ orderId, cents }) => cents > 0 && !taken.has(orderId));
    const match = matchOf(payment, left);
    if (match) {
      for (const { orderId } of left) taken.add(orderId);
      return match;
    }
    return suggest(
      payment,
      meant,
      likely.filter(({ orderId }) => !taken.has(orderId)),
    );
  });
}

function sumOf(owed: Owed[]): number {
  return owed.reduce((sum, { cents }) => sum + cents, 0);
}

function numbersText(owed: Owed[]): string {
  return owed.map(({ invoice, order }) => invoice ?? order).join(', ');
}

const allocationOf = (owed: Owed[]) =>
  owed.flatMap(({ invoice, cents }) =>
    invoice === null ? [] : [{ invoiceNumber: invoice, amount: centsToMoney(cents) }],
  );

/** What it is for, where that is beyond doubt. */
function matchOf({ amountCents }: ReadPayment, left: Owed[]): FoundOfLine | null {
  const [first] = left;
  if (!first || sumOf(left) !== amountCents) return null;
  const why = `It names ${numbersText(left)} and is what is left to pay`;
  if (left.length === 1 && (first.invoice === null || first.companyId === null))
    return { ...nothing, outcome: 'matched', why, company: first.company, orderId: first.orderId };
  const isOneFirm = left.every(({ companyId, invoice }) => companyId === first.companyId && invoice !== null);
  if (!isOneFirm || first.companyId === null) return null;
  return {
    ...nothing,
    outcome: 'matched',
    why,
    companyId: first.companyId,
    company: first.company,
    allocate: allocationOf(left),
  };
}

function suggest(payment: ReadPayment, meant: Owed[], likely: Owed[]): FoundOfLine {
  const suggestions = [...byNumber(payment, meant), ...byAmount(payment, likely), ...byPayer(payment, likely)];
  const once = suggestions.filter(
    (each, index) => suggestions.findIndex(({ companyId }) => companyId === each.companyId) === index,
  );
  if (once.length > 0)
    return {
      ...nothing,
      outcome: 'suggested',
      why: 'Somebody has to say what it is for',
      suggestions: once.slice(0, MOST_SUGGESTED),
    };
  const names =
    meant.length > 0 ? `It names ${numbersText(meant)}, of which another sum is open` : 'It names nothing that is open';
  return { ...nothing, outcome: 'unmatched', why: names };
}

/** It names invoices, and is another sum. */
function byNumber({ amountCents }: ReadPayment, meant: Owed[]): BankSuggestion[] {
  return firmsOf(meant).map(({ companyId, company, owed }) => ({
    companyId,
    company,
    allocate: upTo(amountCents, owed),
    why: `It names ${numbersText(owed)}, of which ${sumOf(owed) === 0 ? 'nothing' : 'another sum'} is open`,
  }));
}

/** It names nothing, and is exactly what is open of one invoice. */
function byAmount({ amountCents }: ReadPayment, likely: Owed[]): BankSuggestion[] {
  return firmsOf(likely.filter(({ cents }) => cents === amountCents)).map(({ companyId, company, owed: [first] }) => ({
    companyId,
    company,
    allocate: allocationOf(first ? [first] : []),
    why: `It is exactly what is open of ${first?.invoice ?? ''}`,
  }));
}

/** It comes from somebody who owes. */
function byPayer({ amountCents, payer }: ReadPayment, likely: Owed[]): BankSuggestion[] {
  const theirs = likely.filter(({ company }) => plain(company) === plain(payer));
  return firmsOf(theirs).map(({ companyId, company, owed }) => {
    const isSum = owed.some((_each, index) => index > 0 && sumOf(owed.slice(0, index + 1)) === amountCents);
    const why = isSum ? `It comes from ${company} and is the sum of several invoices` : `It comes from ${company}`;
    return { companyId, company, allocate: upTo(amountCents, owed), why };
  });
}

function firmsOf(owed: Owed[]): { companyId: string; company: string; owed: Owed[] }[] {
  const ids = [...new Set(owed.flatMap(({ companyId }) => companyId ?? []))];
  return ids.slice(0, MOST_SUGGESTED).map((companyId) => {
    const theirs = owed.filter((each) => each.companyId === companyId && each.invoice !== null);
    return { companyId, company: theirs[0]?.company ?? '', owed: theirs.slice(0, MOST_SUMMED) };
  });
}

function upTo(amountCents: number, owed: Owed[]): BankSuggestion['allocate'] {
  let left = amountCents;
  return owed.flatMap((each) => {
    const cents = Math.min(left, each.cents);
    left -= cents;
    return cents > 0 ? allocationOf([{ ...each, cents }]) : [];
  });
}

/** How many numbers of one text are looked for. */
const MOST_NUMBERS = 50;

/** The numbers that a payment names, as invoices and orders have them: 2026-000123 however it is set, and 10001. */
function numbersOf({ reference }: Pick<ReadPayment, 'reference'>): string[] {
  const numbers: string[] = [];
  const apart = reference.replaceAll(
    /(?<![\d-])(2\d{3})[ ./-]?(\d{6})(?!\d)/g,
    (_all, year: string, sequence: string) => {
      numbers.push(`${year}-${sequence}`);
      return ' ';
    },
  );
  for (const [number] of apart.matchAll(/(?<!\d)\d{5,12}(?!\d)/g)) numbers.push(number);
  return numbers.slice(0, MOST_NUMBERS);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

const OWED = sql`
  select i.number as invoice, o.id as "orderId", o.number::text as "order", o.company_id as "companyId",
    coalesce(c.name, nullif(o.company, ''), o.name) as company,
    (case when o.state = 'unpaid' then o.total_cents when o.state <> 'open' then 0
      when o.company_id is null then o.total_cents - o.credited_cents
      else (select rest_of(l) from ledger l where l.order_id = o.id and l.kind = 'invoice') end)::float8 as cents
  from orders o left join invoices i on i.order_id = o.id and i.series = 'invoice' left join companies c on c.id = o.company_id`;

async function owedByNumber(db: Db, numbers: string[]): Promise<Owed[]> {
  if (numbers.length === 0) return [];
  const invoices = numbers.filter((number) => number.includes('-'));
  const orders = numbers.filter((number) => !number.includes('-'));
  const { rows } = await db.execute(sql`${OWED}
    where o.id in (
      select order_id from invoices where series = 'invoice' and number = any(${sql.param(invoices)}::text[])
      union select id from orders where number = any(${sql.param(orders)}::bigint[]) and state in ('unpaid', 'open', 'paid'))
    order by o.created_at, o.id`);
  return rows as unknown as Owed[];
}

/** Open invoices of firms of which exactly such an amount is open, or whose firm is called so; what is due first at the head. */
async function owedByAmountOrName(db: Db, amounts: number[], payers: string[]): Promise<Owed[]> {
  if (amounts.length === 0) return [];
  const { rows } = await db.execute(sql`
    select * from (${OWED} where o.state = 'open' and o.company_id is not null order by o.due_on, o.created_at, o.id) owed
    where cents > 0 and (cents = any(${sql.param(amounts)}::float8[])
      or regexp_replace(lower(company), '[^[:alnum:]]', '', 'g') = any(${sql.param(payers)}::text[]))
    limit 5000`);
  return rows as unknown as Owed[];
}
