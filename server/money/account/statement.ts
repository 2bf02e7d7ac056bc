import { and, eq, sql } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import { exactMoney } from '#contract/money.ts';
import type { AccountEntry, StatementQuery } from '#contract/money/account.ts';
import type { Db } from '#server/engine/db/client.ts';
import { withinDays } from '#server/engine/db/within-days.ts';
import { byTime, type Position } from '#server/engine/http/by-time.ts';
import type { SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { entryColumns, presentEntry } from './entries.ts';

/** An entry with the day on which it was entered and what was owed after it, in cents. */
export interface StatementLine {
  entry: AccountEntry;
  day: string;
  balanceCents: bigint;
}

const PART = 500;

/** What a company owed before a day, in cents, less its credit; 0 where no day is said. */
export async function balanceBefore(db: Db, companyId: string, from: string | undefined): Promise<bigint> {
  if (from === undefined) return 0n;
  const [sum] = await db
    .select({ cents: sql<string>`coalesce(-sum(${ledger.amountCents}), 0)` })
    .from(ledger)
    .where(and(eq(ledger.companyId, companyId), sql`not ${withinDays(ledger.createdAt, { from })}`));
  return BigInt(sum!.cents);
}

/** The entries of some days, oldest first, part by part. */
export async function* statementLines(
  db: Db,
  companyId: string,
  { from, to }: StatementQuery,
): AsyncGenerator<StatementLine[]> {
  const { timeZone: zone } = await settingsNow(db);
  let balanceCents = await balanceBefore(db, companyId, from);
  let last: Position | null = null;
  for (;;) {
    const { after, orderBy, micros } = byTime(ledger.createdAt, ledger.id, last, 'oldest');
    const rows = await db
      .select({ ...entryColumns, micros })
      .from(ledger)
      .where(and(eq(ledger.companyId, companyId), withinDays(ledger.createdAt, { from, to }), after))
      .orderBy(...orderBy)
      .limit(PART);
    yield rows.map((found) => {
      balanceCents -= BigInt(found.row.amountCents);
      return { entry: presentEntry(found), day: dayOf(found.row.createdAt, zone), balanceCents };
    });
    const end = rows.at(-1);
    if (!end || rows.length < PART) return;
    last = [end.micros, end.row.id];
  }
}

const money = (cents: bigint) => ({ money: exactMoney(cents).toFixed(2) });

/** Whether a company has invoices that a cash discount may be taken off: only then do its statements speak of one. */
async function hasDiscounts(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await db.execute<{ some: boolean }>(
    sql`select exists (select from ledger where company_id = ${companyId} and cash_discount is not null) as some`,
  );
  return rows[0]!.some;
}

function discountText({ discounts = [] }: AccountEntry): string | null {
  return discounts.map(({ until, amount }) => `until ${until} ${amount.toFixed(2)}`).join(', ') || null;
}

/** The same as the rows of a sheet: what was owed before, each entry with what was owed after it, and what is owed at the end. */
export async function* statementRows(db: Db, companyId: string, days: StatementQuery): AsyncGenerator<SheetRow[]> {
  const opening = await balanceBefore(db, companyId, days.from);
  const beside = (await hasDiscounts(db, companyId)) ? (cell: string | null) => [cell] : () => [];
  const total = (day: string | undefined, what: string, cents: bigint): SheetRow => [
    day === undefined ? null : { day },
    what,
    null,
    null,
    null,
    null,
    money(cents),
    ...beside(null),
  ];
  let closing = opening;
  yield [
    ['date', 'kind', 'document', 'due', 'amount', 'open', 'balance', ...beside('cash discount')],
    total(days.from, 'opening balance', opening),
  ];
  for await (const lines of statementLines(db, companyId, days)) {
    yield lines.map(({ entry, day, balanceCents }) => [
      { day },
      entry.kind,
      entry.document,
      entry.due === undefined ? null : { day: entry.due },
      { money: entry.amount.toFixed(2) },
      entry.open === undefined ? null : { money: entry.open.toFixed(2) },
      money(balanceCents),
      ...beside(discountText(entry)),
    ]);
    closing = lines.at(-1)?.balanceCents ?? closing;
  }
  yield [total(days.to, 'closing balance', closing)];
}
