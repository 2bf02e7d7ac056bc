import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { DiscountOffer } from '#contract/money/cash-discount.ts';
import { centsToMoney } from '#contract/money.ts';
import { numbersIn } from '#contract/money/named-numbers.ts';
import type { BankSuggestion } from '#contract/money/bank-imports.ts';
import type { Db } from '#server/engine/db/client.ts';
import { discountsOf, leftOfPaper, leftToPayOf } from '#server/buying/ledger/left-to-pay.ts';
import type { FoundOfLine } from './bank-imports.sql.ts';
import type { KnownAs, SeenMovement } from './known-movements.ts';
import { paidLess, tooLate } from './less-discount.ts';
import { numbersOfAll } from './named-numbers.ts';
import { payoutOf, whyPayout } from './payouts.ts';
import type { ReadPayment } from './read-bank-row.ts';

/** What is open of a company, or an order that waits for its money. */
export interface OpenSum {
  /** The number of the invoice; null: an order that has none yet. */
  invoice: string | null;
  orderId: string;
  order: string;
  companyId: string | null;
  company: string;
  cents: number;
  /** The day of the order. */
  placed: string;
  /** What may be taken off the invoice where it is paid in time. */
  offers: DiscountOffer[];
}

/** How many companies a suggestion is made for, and how many open invoices of one are summed up. */
const MOST_SUGGESTED = 5;
const MOST_SUMMED = 50;
/** How many of them a reason names. */
const MOST_NAMED = 10;

/** So much of a text is shown. */
const MOST_SHOWN = 60;

const nothing = { companyId: null, company: '', allocate: [], orderId: null, suggestions: [] };

/** After so many payments others have the processor for a moment. */
const AT_A_STRETCH = 20;

/**
 * Says what the payments of a file are for. One is matched where it names invoices or orders and is exactly what is left to pay of
 * them; all else is a suggestion, since only people know what somebody meant who wrote another sum or no number.
 * @param known what was recorded or put aside before, by the place of a payment
 */
export async function matchPayments(
  db: Db,
  payments: ReadPayment[],
  known: ReadonlyMap<number, KnownAs>,
  shop: ShopNow,
): Promise<FoundOfLine[]> {
  const coming = payments.filter(({ amountCents, pending }) => amountCents > 0 && pending === null);
  const named = await owedByNumbers(db, await numbersOfAll(coming));
  const amounts = [...new Set(coming.map(({ amountCents }) => amountCents))];
  const payers = [...new Set(coming.map(({ payer }) => plain(payer)).filter((name) => name !== ''))];
  const likely = await owedByAmountOrName(db, amounts, payers);
  return matchAgainst(payments, { named, likely, known, shop });
}

/** What the payments of a file are held against. */
interface Candidates {
  /** What their numbers name. */
  named: OpenSum[];
  /** What is open in one of their sums, or of somebody called like a payer. */
  likely: OpenSum[];
  known: ReadonlyMap<number, KnownAs>;
  shop: ShopNow;
}

/** What the shop sells in, and its day. */
interface ShopNow {
  currency: string;
  today: string;
}

/** Says of each payment what it is for; thousands are held against thousands without keeping others waiting. */
export async function matchAgainst(
  payments: ReadPayment[],
  { named, likely, known, shop }: Candidates,
): Promise<FoundOfLine[]> {
  const byNumbers = [grouped(named, ({ invoice }) => invoice), grouped(named, ({ order }) => order)];
  const places = new Map(named.map((owed, place) => [owed, place]));
  const byCents = grouped(likely, ({ cents }) => cents);
  const byCompany = grouped(likely, ({ company }) => plain(company));
  /** What an earlier line of the file has settled is not open any more. */
  const taken = new Set<string>();
  const isOpen = (owed: OpenSum) => !taken.has(keyOf(owed));
  const say = (payment: ReadPayment, knownAs: KnownAs | undefined): FoundOfLine => {
    if (payment.pending !== null) return { ...nothing, outcome: 'pending', why: payment.pending };
    if (knownAs?.isSure) return { ...nothing, ...saidOfKnown(knownAs.seen) };
    const leftAlone = leftAloneFor(payment, shop);
    if (leftAlone !== null) return { ...nothing, ...leftAlone };
    const payout = payoutOf(payment);
    if (payout !== null) return { ...nothing, outcome: 'unmatched', payout, why: whyPayout(payout) };
    const meant = [
      ...new Set(numbersIn(payment.reference).flatMap((number) => byNumbers.flatMap((by) => by.get(number) ?? []))),
    ].toSorted((one, other) => places.get(one)! - places.get(other)!);
    const left = meant.filter((owed) => owed.cents > 0 && isOpen(owed));
    const match = knownAs ? inDoubt(knownAs.seen, matchOf(payment, left)) : matchOf(payment, left);
    if (match?.outcome === 'matched') for (const owed of left) taken.add(keyOf(owed));
    if (match) return match;
    return suggest(payment, {
      meant,
      ofSum: (byCents.get(payment.amountCents) ?? []).filter(isOpen),
      ofPayer: (byCompany.get(plain(payment.payer)) ?? []).filter(isOpen),
    });
  };
  const found: FoundOfLine[] = [];
  for (const [place, payment] of payments.entries()) {
    found.push(say(payment, known.get(place)));
    if (found.length % AT_A_STRETCH === 0) await letOthersRun();
  }
  return found;
}

/** What is no money that came in, or cannot be taken for anything by itself; null where it can. */
function leftAloneFor(
  { amountCents, isReversal, currency, date }: ReadPayment,
  shop: ShopNow,
): Pick<FoundOfLine, 'outcome' | 'why'> | null {
  if (amountCents < 0)
    return {
      outcome: 'outgoing',
      why: isReversal
        ? "The bank reversed an earlier payment: reverse it in the sender's account, too"
        : 'It is an outgoing payment',
    };
  if (currency !== '' && currency !== shop.currency)
    return { outcome: 'foreign', why: `It is in ${currency}, but the shop sells in ${shop.currency}` };
  if (isReversal)
    return {
      outcome: 'unmatched',
      why: 'It is an outgoing payment that came back, so it does not pay anything',
    };
  return date > shop.today ? { outcome: 'unmatched', why: 'Its date is in the future' } : null;
}

/** What is said of a movement that was recorded or put aside before. */
function saidOfKnown({ isAside, note }: SeenMovement): Pick<FoundOfLine, 'outcome' | 'why' | 'note'> {
  return isAside
    ? { outcome: 'aside', why: 'It was set aside before', note }
    : { outcome: 'known', why: 'It was recorded before' };
}

/** What nobody can tell from a movement that was seen is matched with nothing by itself: people look. */
function inDoubt({ reference, payer, isAside }: SeenMovement, match: FoundOfLine | null): FoundOfLine {
  const known = (reference || payer).slice(0, MOST_SHOWN).toWellFormed();
  const why = `The same amount on the same day was ${isAside ? 'set aside' : 'recorded'} before${known && `, as "${known}"`}: check whether it is this one`;
  if (match?.companyId === undefined || match.companyId === null) return { ...nothing, outcome: 'unmatched', why };
  const { companyId, company, allocate } = match;
  return { ...nothing, outcome: 'suggested', why, suggestions: [{ companyId, company, allocate, why: match.why }] };
}

/** An order may have several invoices, or none yet. */
function keyOf({ invoice, orderId }: OpenSum): string {
  return invoice ?? orderId;
}

function grouped<Key>(all: OpenSum[], keyOf: (owed: OpenSum) => Key): Map<Key, OpenSum[]> {
  const groups = new Map<Key, OpenSum[]>();
  for (const owed of all) {
    const key = keyOf(owed);
    const group = groups.get(key);
    if (group) group.push(owed);
    else groups.set(key, [owed]);
  }
  return groups;
}

function sumOf(owed: OpenSum[]): number {
  return owed.reduce((sum, { cents }) => sum + cents, 0);
}

function numbersText(owed: OpenSum[]): string {
  const numbers = owed.slice(0, MOST_NAMED).map(({ invoice, order }) => invoice ?? order);
  const more = owed.length - numbers.length;
  return `${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const allocationOf = (owed: OpenSum[]) =>
  owed.flatMap(({ invoice, cents }) =>
    invoice === null ? [] : [{ invoiceNumber: invoice, amount: centsToMoney(cents) }],
  );

/** What it is for, where that is beyond doubt. */
function matchOf({ amountCents, date }: ReadPayment, left: OpenSum[]): FoundOfLine | null {
  const [first] = left;
  if (!first) return null;
  if (sumOf(left) !== amountCents) return lessDiscount(amountCents, date, left);
  const why = `It names ${numbersText(left)} and is the amount left to pay`;
  if (left.length === 1 && (first.invoice === null || first.companyId === null)) {
    if (date < first.placed)
      return { ...nothing, outcome: 'unmatched', why: `It names ${numbersText(left)}, which was placed later` };
    return { ...nothing, outcome: 'matched', why, company: first.company, orderId: first.orderId, order: first.order };
  }
  const isOneCompany = left.every(({ companyId, invoice }) => companyId === first.companyId && invoice !== null);
  if (!isOneCompany || first.companyId === null) return null;
  return {
    ...nothing,
    outcome: 'matched',
    why,
    companyId: first.companyId,
    company: first.company,
    allocate: allocationOf(left),
  };
}

/** The same of invoices of one company that are paid in time, less exactly their cash discounts. */
function lessDiscount(amountCents: number, day: string, left: OpenSum[]): FoundOfLine | null {
  const paid = paidLess(left, amountCents, day);
  const [first] = left;
  if (!first?.companyId || paid?.length !== left.length) return null;
  if (left.some(({ companyId, invoice }) => companyId !== first.companyId || invoice === null)) return null;
  return {
    ...nothing,
    outcome: 'matched',
    why: `It names ${numbersText(left)} and is the amount left to pay less the cash discount`,
    companyId: first.companyId,
    company: first.company,
    allocate: allocationOf(paid.map(({ debit, paid: cents }) => ({ ...debit, cents }))),
    discountCents: paid.reduce((sum, { discount }) => sum + discount, 0),
  };
}

function suggest(
  payment: ReadPayment,
  { meant, ofSum, ofPayer }: Record<'meant' | 'ofSum' | 'ofPayer', OpenSum[]>,
): FoundOfLine {
  const suggestions = [...byNumber(payment, meant), ...byAmount(ofSum), ...byPayer(payment, ofPayer)];
  const once = suggestions.filter(
    (each, index) => suggestions.findIndex(({ companyId }) => companyId === each.companyId) === index,
  );
  if (once.length > 0)
    return {
      ...nothing,
      outcome: 'suggested',
      why: 'Somebody has to decide what it is for',
      suggestions: once.slice(0, MOST_SUGGESTED),
    };
  const names =
    meant.length > 0
      ? `It names ${numbersText(meant)}, but ${sumOf(meant) === 0 ? 'nothing' : 'a different amount'} is open: record it at the order`
      : 'It names nothing that is open';
  return { ...nothing, outcome: 'unmatched', why: names };
}

/** It names invoices, and is another sum. */
function byNumber(payment: ReadPayment, meant: OpenSum[]): BankSuggestion[] {
  return companiesOf(meant).map(({ companyId, company, owed }) => ({
    companyId,
    company,
    allocate: upTo(payment.amountCents, owed),
    why: `It names ${numbersText(owed)}, but ${tooLate(payment, owed) ?? `${sumOf(owed) === 0 ? 'nothing' : 'a different amount'} is open`}`,
  }));
}

/** It names nothing, and is exactly what is open of one invoice. */
function byAmount(ofSum: OpenSum[]): BankSuggestion[] {
  return companiesOf(ofSum).map(({ companyId, company, owed: [first] }) => ({
    companyId,
    company,
    allocate: allocationOf(first ? [first] : []),
    why: `It is exactly the amount open on ${first?.invoice ?? ''}`,
  }));
}

/** It comes from somebody who owes. */
function byPayer({ amountCents }: ReadPayment, ofPayer: OpenSum[]): BankSuggestion[] {
  return companiesOf(ofPayer).map(({ companyId, company, owed }) => {
    const isSum = owed.some((_each, index) => index > 0 && sumOf(owed.slice(0, index + 1)) === amountCents);
    const why = isSum ? `It comes from ${company} and is the sum of several invoices` : `It comes from ${company}`;
    return { companyId, company, allocate: upTo(amountCents, owed), why };
  });
}

function companiesOf(owed: OpenSum[]): { companyId: string; company: string; owed: OpenSum[] }[] {
  const ids = [...new Set(owed.flatMap(({ companyId }) => companyId ?? []))];
  return ids.slice(0, MOST_SUGGESTED).map((companyId) => {
    const theirs = owed.filter((each) => each.companyId === companyId && each.invoice !== null);
    return { companyId, company: theirs[0]?.company ?? '', owed: theirs.slice(0, MOST_SUMMED) };
  });
}

function upTo(amountCents: number, owed: OpenSum[]): BankSuggestion['allocate'] {
  let left = amountCents;
  return owed.flatMap((each) => {
    const cents = Math.min(left, each.cents);
    left -= cents;
    return cents > 0 ? allocationOf([{ ...each, cents }]) : [];
  });
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

const OWED = sql`
  select i.number as invoice, o.id as "orderId", o.number::text as "order", o.company_id as "companyId",
    (o.created_at at time zone (select shop_zone()))::date::text as placed,
    coalesce(c.name, nullif(o.company, ''), o.name) as company,
    case when i.shipment_id is null then ${sql.raw(leftToPayOf('o'))} else ${sql.raw(leftOfPaper('i', 'o'))} end as cents,
    coalesce((select ${sql.raw(discountsOf('l'))} from ledger l where l.id = i.number), '[]') as offers
  from orders o left join invoices i on i.order_id = o.id and i.series = 'invoice'
  left join companies c on c.id = o.company_id`;

/** So many numbers are looked up at once. */
const PART = 500;

/** What they name, the oldest first. */
async function owedByNumbers(db: Db, numbers: string[]): Promise<OpenSum[]> {
  const found = new Map<string, OpenSum>();
  for (let start = 0; start < numbers.length; start += PART) {
    for (const owed of await owedByNumber(db, numbers.slice(start, start + PART))) found.set(keyOf(owed), owed);
    await letOthersRun();
  }
  const age = ({ placed, order, invoice }: OpenSum) => `${placed} ${order.padStart(12, '0')} ${invoice ?? ''}`;
  return [...found.values()].toSorted((one, other) => (age(one) < age(other) ? -1 : 1));
}

async function owedByNumber(db: Db, numbers: string[]): Promise<OpenSum[]> {
  if (numbers.length === 0) return [];
  const invoices = numbers.filter((number) => number.includes('-'));
  const orders = numbers.filter((number) => !number.includes('-'));
  const { rows } = await db.execute(sql`${OWED}
    where o.id in (
      select order_id from invoices where series = 'invoice' and number = any(${sql.param(invoices)}::text[])
      union select id from orders where number = any(${sql.param(orders)}::bigint[])
        and state in ('unpaid', 'open', 'paid'))
    order by o.created_at, o.id`);
  return rows as unknown as OpenSum[];
}

/** Open invoices of companies of which exactly such an amount is open, or whose company is called so; what is due first at the head. */
async function owedByAmountOrName(db: Db, amounts: number[], payers: string[]): Promise<OpenSum[]> {
  if (amounts.length === 0) return [];
  const { rows } = await db.execute(sql`
    select * from (${OWED} where o.state = 'open' and o.company_id is not null order by o.due_on,
      o.created_at, o.id) owed
    where cents > 0 and (cents = any(${sql.param(amounts)}::float8[])
      or regexp_replace(lower(company), '[^[:alnum:]]', '', 'g') = any(${sql.param(payers)}::text[]))
    limit 5000`);
  return rows as unknown as OpenSum[];
}
