import type { Day } from '#contract/days.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { Cell, SheetRow } from '#server/engine/sheets/write-sheet.ts';

/** How many rows are read at once. */
const PART = 500;

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

/** What a sheet is read from. Its rows are in the order of a moment and an id, both SQL, and `where` are those of the days $3 to $4. */
export interface Sheet {
  columns: Record<string, Column>;
  from: string;
  where: string;
  key: [at: string, id: string];
  /** What the first of them is, where it is no moment. */
  at?: 'date' | 'timestamptz';
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
  { columns, from, where, key: [at, id], at: type = 'timestamptz' }: Sheet,
  wanted: ExportRange,
): AsyncGenerator<SheetRow[]> {
  const sql = `select array[(${at})::text, ${id}] as key, ${selected(columns)} from ${from}
    where ($1::${type} is null or (${at}, ${id}) > ($1::${type}, $2)) and ${where}
    order by ${at}, ${id} limit ${PART}`;
  yield [Object.keys(columns)];
  let last: (string | null)[] = [null, ''];
  for (;;) {
    const rows = await database.raw<Row & { key: string[] }>(sql, [
      ...last,
      wanted.from ?? null,
      wanted.to ?? null,
      wanted.currency,
    ]);
    if (rows.length > 0) yield rowsOf(columns, rows);
    if (rows.length < PART) return;
    last = rows.at(-1)?.key ?? last;
  }
}

type Row = Record<string, unknown>;

/** The columns as a statement selects them. */
export function selected(columns: Sheet['columns']): string {
  return Object.entries(columns)
    .map(([heading, { sql }]) => `${sql} as "${heading}"`)
    .join(',\n  ');
}

/** What was selected so, as rows of a sheet. */
export function rowsOf(columns: Sheet['columns'], rows: Row[]): SheetRow[] {
  const cells = Object.entries(columns);
  return rows.map((row) =>
    cells.map(([heading, { cell }]) => (row[heading] === null ? null : cell(row[heading] as never))),
  );
}
