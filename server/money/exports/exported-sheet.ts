import type { Day } from '#contract/days.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type InOrder, rowsInOrder, selected as selectedColumns } from '#server/engine/db/rows-in-order.ts';
import type { Cell, SheetRow } from '#server/engine/sheets/write-sheet.ts';

/** What a sheet of the books is of: days of the shop, both ends included, and the currency that its sums are in. */
export interface ExportRange {
  from?: Day | undefined;
  to?: Day | undefined;
  currency: string;
}

/** A column: the SQL of what it says, with the days as $3 and $4 and the currency as $5, and how its cells are written where it says anything. */
interface Column {
  sql: string;
  cell: (value: never) => Cell;
}

/** What a sheet is read from, with its headings. */
export interface Sheet extends Omit<InOrder, 'columns'> {
  columns: Record<string, Column>;
}

export const text = (sql: string): Column => ({ sql, cell: (value: string) => value });
export const number = (sql: string): Column => ({ sql: `(${sql})::float8`, cell: (value: number) => value });
export const day = (sql: string): Column => ({ sql: `(${sql})::text`, cell: (value: Day) => ({ day: value }) });
/** @param cents whole ones, in SQL */
export const money = (cents: string): Column => ({
  sql: `((${cents}) / 100.0)::numeric(38, 2)::text`,
  cell: (value: string) => ({ money: value }),
});
/** @param zone whose clocks show it, in SQL */
export const moment = (at: string, zone = '(select shop_zone())'): Column => ({
  sql: `to_char(${at} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`,
  cell: (value: string) => ({ moment: value }),
});
export const CURRENCY = text('$5::text');

/** A sheet part by part, each from the key of the last row on. */
export async function* exportedSheet(
  database: Database,
  { columns, ...source }: Sheet,
  wanted: ExportRange,
): AsyncGenerator<SheetRow[]> {
  yield [Object.keys(columns)];
  for await (const rows of rowsInOrder<Row>(database, { ...source, columns: sqlOf(columns) }, wanted, wanted.currency))
    yield rowsOf(columns, rows);
}

type Row = Record<string, unknown>;

/** The columns as a statement selects them. */
export function selected(columns: Sheet['columns']): string {
  return selectedColumns(sqlOf(columns));
}

function sqlOf(columns: Sheet['columns']): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([heading, { sql }]) => [heading, sql]));
}

/** What was selected so, as rows of a sheet. */
export function rowsOf(columns: Sheet['columns'], rows: Row[]): SheetRow[] {
  const cells = Object.entries(columns);
  return rows.map((row) =>
    cells.map(([heading, { cell }]) => (row[heading] === null ? null : cell(row[heading] as never))),
  );
}

/** Such as `orders-2026-11-01-to-2026-11-30`. */
export function namedByDays(what: string, { from, to }: Pick<ExportRange, 'from' | 'to'>): string {
  return [what, ...(from ? [from] : []), ...(to ? ['to', to] : [])].join('-');
}
