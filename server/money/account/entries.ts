import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AccountEntry, EntriesQuery, EntryKind } from '#contract/money/account.ts';
import type { DiscountOffer } from '#contract/money/cash-discount.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db } from '#server/engine/db/client.ts';
import { withinDays } from '#server/engine/db/within-days.ts';
import { byTime, positionOf } from '#server/engine/http/by-time.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { discountedSums } from '#server/buying/ledger/discount-offers.ts';
import { discountsOf, leftOfDebit, openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';
import { ledger, type LedgerKind } from '#server/buying/order-tables/ledger.sql.ts';

/** What a line of the ledger is in an account: money that goes back raises the debt again, and one that comes back lowers it. */
const KINDS: Record<LedgerKind, EntryKind> = {
  invoice: 'invoice',
  'credit-note': 'credit-note',
  fee: 'fee',
  discount: 'discount',
  'write-off': 'write-off',
  reversal: 'reversal',
  payment: 'payment',
  payout: 'payout',
  charge: 'payment',
  charge_undone: 'reversal',
  refund: 'payment',
  refund_failed: 'payment',
  'give-back': 'payment',
};

type Row = typeof ledger.$inferSelect;
/** With what is left to pay of it, in cents, where it is to be paid; and whether it was taken back. */
interface EntryRow {
  row: Row;
  rest: string | null;
  isReversed: boolean;
  /** What may be taken off it where it is paid in time. */
  offers: DiscountOffer[];
}

/** What an entry is read by. */
export const entryColumns = {
  row: ledger,
  rest: sql<string | null>`case when ${ledger.dueOn} is not null then ${sql.raw(leftOfDebit('ledger'))} end`,
  isReversed: sql<boolean>`exists (select from ledger later where later.reverses = ledger.id)`,
  offers: sql<DiscountOffer[]>`${sql.raw(discountsOf('ledger'))}`,
};

/** The entries of a company's account, newest first, of what is open the oldest first; days are the shop's, by when something was entered. */
export async function listEntries(
  db: Db,
  companyId: string,
  { limit, cursor, from, to, open }: EntriesQuery,
): Promise<Page<AccountEntry>> {
  // What is open longest is what is asked about.
  const first = open === undefined ? 'newest' : 'oldest';
  const { after, orderBy, micros } = byTime(ledger.createdAt, ledger.id, positionOf(cursor), first);
  const found = and(
    eq(ledger.companyId, companyId),
    withinDays(ledger.createdAt, { from, to }),
    open === undefined
      ? undefined
      : inArray(ledger.id, sql`(select id from (${openDebitsOf(sql`${companyId}`)}) open)`),
  );
  const rows = await db
    .select({ ...entryColumns, micros })
    .from(ledger)
    .where(and(found, after))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const page = pageOf(rows, limit, await db.$count(ledger, found), ({ row, micros }) => [micros, row.id]);
  return { ...page, rows: page.rows.map(presentEntry) };
}

/** One entry of a company. Undefined where there is none. */
export async function readEntry(db: Db, which: SQL | undefined): Promise<AccountEntry | undefined> {
  const [found] = await db.select(entryColumns).from(ledger).where(which);
  return found && presentEntry(found);
}

export function presentEntry({ row, rest, isReversed, offers }: EntryRow): AccountEntry {
  const { id, createdAt, kind, amountCents, document, dueOn, receivedOn, orderId, reason, reverses } = row;
  return {
    _id: id,
    at: createdAt.toISOString(),
    kind: KINDS[kind],
    amount: centsToMoney(-amountCents),
    document,
    ...(dueOn === null ? {} : { due: dueOn, open: centsToMoney(Number(rest)) }),
    ...(offers.length === 0 || Number(rest) <= 0 ? {} : { discounts: discountedSums(offers, Number(rest)) }),
    ...(receivedOn === null ? {} : { date: receivedOn }),
    ...(orderId === null ? {} : { orderId }),
    ...(reason === '' ? {} : { reason }),
    ...(reverses === null ? {} : { reverses }),
    ...(isReversed ? { isReversed } : {}),
  };
}
