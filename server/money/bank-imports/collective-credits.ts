import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { ReadRow } from '#sheets/sheet-rows.ts';
import { centsOf } from './bank-cells.ts';
import { type BankColumn, textOf } from './bank-columns.ts';
import { type BankFile, cellsOf, MAX_TEXT } from './read-bank-row.ts';

/** After so many rows others have the processor for a moment. */
const AT_A_STRETCH = 20;

/** One of several payments that were booked as one. */
interface Part {
  row: number;
  amountCents: number;
  reference: string;
  payer: string;
}

/** The parts of the rows that have some, and which rows are such parts: they stand below it, without a day. */
export async function withParts(below: ReadRow[], file: BankFile): Promise<Map<number, Part[] | 'part'>> {
  const found = new Map<number, Part[] | 'part'>();
  if (!file.columns.includes('part')) return found;
  let parts: Part[] = [];
  for (const [at, { row, cells }] of below.entries()) {
    if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
    const all = cellsOf(cells, file.columns);
    const said = (column: BankColumn) =>
      all(column)
        .map(textOf)
        .filter((text) => text !== '');
    const isPart = said('part').length > 0 && said('date').length === 0 && at > 0;
    if (!isPart) {
      parts = [];
      if (said('date').length > 0) found.set(row, parts);
      continue;
    }
    const amount = centsOf((column) => (column === 'amount' ? all('part') : []), {
      currency: file.shopCurrency,
      decimal: file.writing.decimal,
      way: undefined,
    });
    if (amount === null || !('cents' in amount)) continue;
    found.set(row, 'part');
    const texts = (column: BankColumn) => said(column).join(' ').slice(0, MAX_TEXT);
    parts.push({ row, amountCents: amount.cents, reference: texts('reference'), payer: texts('payer') });
  }
  for (const [row, each] of found) if (each !== 'part' && each.length === 0) found.delete(row);
  return found;
}
