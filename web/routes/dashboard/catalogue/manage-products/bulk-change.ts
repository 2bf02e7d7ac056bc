import { centsToMoney } from '#contract/money.ts';
import { cents } from '#contract/money-sums.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { typedPercent } from '#web/forms/typed-measures.ts';
import { csvOf } from '#web/routes/dashboard/catalogue/import/csv.ts';

/** What is changed of several products at once. `percent` goes up or, below 0, down; an empty text takes a category or an attribute away. */
export type BulkChange =
  | { what: 'price'; percent: number }
  | { what: 'category'; category: string }
  | { what: 'onSale'; onSale: boolean }
  | { what: 'attribute'; name: string; value: string };

/** The change as a sheet that an import takes: one row for each product. */
export function bulkSheet(tools: readonly Tool[], change: BulkChange): string {
  switch (change.what) {
    case 'price':
      return csvOf([['_id', 'price', 'priceBreaks'], ...tools.map((tool) => priceRow(tool, change.percent))]);
    case 'category':
      return csvOf([['_id', 'category'], ...tools.map(({ _id }) => [_id, change.category])]);
    case 'onSale':
      return csvOf([['_id', 'onSale'], ...tools.map(({ _id }) => [_id, change.onSale ? 'yes' : 'no'])]);
    case 'attribute':
      return csvOf([['_id', change.name], ...tools.map(({ _id }) => [_id, change.value])]);
  }
}

function priceRow({ _id, price, priceBreaks }: Tool, percent: number): string[] {
  const changed = (money: number) => afterPercent(money, percent).toFixed(2);
  return [_id, changed(price), priceBreaks.map((each) => `${each.from}: ${changed(each.price)}`).join('; ')];
}

/** Hundredths of a percent: 2.5 % are 250. */
const HUNDREDTHS = 100;
const WHOLE = 100 * HUNDREDTHS;

/** A price after so many percent, to the cent and at least a cent. */
export function afterPercent(price: number, percent: number): number {
  const changed = Math.round((cents(price) * (WHOLE + Math.round(percent * HUNDREDTHS))) / WHOLE);
  return centsToMoney(Math.max(1, changed));
}

/** What was typed as a percentage, such as 3, -2.5 or +10; null where it is none that a price can change by. */
export function percentOf(typed: string): number | null {
  const percent = typedPercent(typed);
  return percent === null || percent === 0 || percent <= -100 || percent > 1_000 ? null : percent;
}

/** The change in a few words, as the list of imports shows it. */
export function wordsOf(change: BulkChange): string {
  switch (change.what) {
    case 'price':
      return `Price ${change.percent > 0 ? '+' : '−'}${Math.abs(change.percent)} %`;
    case 'category':
      return change.category === '' ? 'No category' : `Category ${change.category}`;
    case 'onSale':
      return change.onSale ? 'On sale' : 'Off sale';
    case 'attribute':
      return change.value === '' ? `${change.name} removed` : `${change.name}: ${change.value}`;
  }
}
