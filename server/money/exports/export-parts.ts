import type { Day } from '#contract/days.ts';
import { timeOf } from '#contract/days.ts';
import { exactMoney } from '#contract/money.ts';
import type { Database } from '#server/engine/db/client.ts';
import { shopZone } from '#server/engine/db/shop-zone.ts';
import type { Cell, SheetRow } from '#server/engine/sheets/write-sheet.ts';

/** How many rows are read at once. */
export const PART = 500;

/** What a sheet of the books is of: days of the shop, both ends included, and the currency that its sums are in. */
export interface Wanted {
  from?: Day | undefined;
  to?: Day | undefined;
  currency: string;
}

interface Written {
  zone: string;
  currency: string;
}
/** One heading and what is below it. */
export type Columns<Row> = Record<string, (row: Row, shop: Written) => Cell>;

/** Whole cents as money with its two decimals. */
export function money(cents: string | number): Cell {
  return { money: exactMoney(BigInt(cents)).toFixed(2) };
}

export function moment(at: Date | null, zone: string): Cell {
  return at === null ? null : { moment: timeOf(at, zone) };
}

export function day(text: Day | null): Cell {
  return text === null ? null : { day: text };
}

/** Reads a list part by part, from the key of the last row on. @param sql with the key as $1 and $2, the days as $3 and $4 */
export async function* parts<Row extends { key: string[] }>(
  database: Database,
  sql: string,
  { from, to, currency }: Wanted,
  columns: Columns<Row>,
): AsyncGenerator<SheetRow[]> {
  const shop = { zone: await shopZone(database), currency };
  yield [Object.keys(columns)];
  const cells = Object.values(columns);
  let last: (string | null)[] = [null, ''];
  for (;;) {
    const rows = await database.raw<Row>(sql, [...last, from ?? null, to ?? null]);
    if (rows.length > 0) yield rows.map((row) => cells.map((cell) => cell(row, shop)));
    if (rows.length < PART) return;
    last = rows.at(-1)?.key ?? last;
  }
}
