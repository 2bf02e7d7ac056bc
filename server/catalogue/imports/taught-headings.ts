import { sql } from 'drizzle-orm';
import { SHEET_COLUMNS, type TakenColumns } from '#contract/catalogue/imports.ts';
import type { Db } from '#server/engine/db/client.ts';
import { plainHeading, type SheetColumn, type TaughtHeadings } from './columns.ts';
import { sheetHeadings } from './taught-headings.sql.ts';

/** The most words that a shop can be taught; beyond them the newest are read. */
const MAX_TAUGHT = 1_000;

/** What headings are taken for in this shop, with what is said for this sheet alone before all. */
export async function taughtHeadings(db: Db, columns: TakenColumns): Promise<TaughtHeadings> {
  const rows = await db
    .select()
    .from(sheetHeadings)
    .orderBy(sql`${sheetHeadings.taughtAt} desc`)
    .limit(MAX_TAUGHT);
  const kept = rows.flatMap(({ heading, field }): [string, SheetColumn | ''][] =>
    field === '' || isColumn(field) ? [[heading, field]] : [],
  );
  return new Map([...kept, ...said(columns)]);
}

/** Keeps for the shop what headings are taken for. */
export async function teachHeadings(db: Db, columns: TakenColumns): Promise<void> {
  const rows = [...new Map(said(columns))].map(([heading, field]) => ({ heading, field }));
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
  return Object.entries(columns).map(([heading, column]) => [plainHeading(heading), column]);
}

function isColumn(field: string): field is SheetColumn {
  return (SHEET_COLUMNS as readonly string[]).includes(field);
}
