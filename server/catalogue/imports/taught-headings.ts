import { desc, eq, sql } from 'drizzle-orm';
import { SHEET_COLUMNS, type TakenColumns, type TaughtHeading } from '#contract/catalogue/imports.ts';
import type { Db } from '#server/engine/db/client.ts';
import { plainHeading, type SheetColumn, type TaughtHeadings } from './columns.ts';
import { sheetHeadings } from './taught-headings.sql.ts';

/** The most words that a shop can be taught; beyond them the newest are read. */
const MAX_TAUGHT = 1_000;

/** What headings are taken for in this shop, with what is said for this sheet alone before all. */
export async function taughtHeadings(db: Db, columns: TakenColumns): Promise<TaughtHeadings> {
  const kept = (await newestTaught(db)).map(({ heading, column }) => [heading, column] as const);
  return new Map([...kept, ...said(columns)]);
}

/** What staff see of them: in the order of their words. */
export async function listTaught(db: Db): Promise<TaughtHeading[]> {
  const all = await newestTaught(db);
  return all.toSorted((one, other) => one.heading.localeCompare(other.heading, 'en'));
}

async function newestTaught(db: Db): Promise<TaughtHeading[]> {
  const rows = await db.select().from(sheetHeadings).orderBy(desc(sheetHeadings.taughtAt)).limit(MAX_TAUGHT);
  return rows.flatMap(({ heading, field, taughtAt }) =>
    field === '' || isColumn(field) || isAttribute(field)
      ? [{ heading, column: field, taughtAt: taughtAt.toISOString() }]
      : [],
  );
}

/** Forgets one, however it is written. @returns how many there were */
export async function forgetTaught(db: Db, heading: string): Promise<number> {
  const gone = await db
    .delete(sheetHeadings)
    .where(eq(sheetHeadings.heading, plainHeading(heading)))
    .returning({ heading: sheetHeadings.heading });
  return gone.length;
}

/** Keeps for the shop what headings are taken for. */
export async function teachHeadings(db: Db, columns: TakenColumns): Promise<void> {
  const rows = [...new Map(said(columns))]
    // What is nothing but signs is taken for something in its own sheet alone: '#' and '%' are one word without them.
    .filter(([heading]) => heading !== '')
    .map(([heading, field]) => ({ heading, field }));
  if (rows.length === 0) return;
  await db
    .insert(sheetHeadings)
    .values(rows)
    .onConflictDoUpdate({
      target: sheetHeadings.heading,
      set: { field: sql`excluded.field`, taughtAt: sql`now()` },
    });
}

function said(columns: TakenColumns): [string, SheetColumn | ''][] {
  return Object.entries(columns).map(([heading, column]) => [
    plainHeading(heading),
    // Of which kind it is, is said once.
    isAttribute(column) ? (column.replace(/:.*$/, '') as `attr.${string}`) : column,
  ]);
}

function isAttribute(field: string): field is `attr.${string}` {
  return field.startsWith('attr.');
}

function isColumn(field: string): field is (typeof SHEET_COLUMNS)[number] {
  return (SHEET_COLUMNS as readonly string[]).includes(field);
}
