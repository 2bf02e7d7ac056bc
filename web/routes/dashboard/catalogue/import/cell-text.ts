import type { Pack } from '#contract/catalogue/packs.ts';
import { packsText } from '#contract/catalogue/packs-text.ts';
import { perUnit } from '#contract/buying/unit-words.ts';
import { money } from '#web/shell/format.ts';

/** A cell of an import as people read it. */
export function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (column === 'price' && typeof value === 'number') return money(value);
  if (column === 'priceUnit' && typeof value === 'number') return perUnit(value);
  if (column === 'packs') return packsText(value as Pack[]) || 'none';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    // Price breaks are the only other list among the cells.
    const breaks = value as { from: number; price: number }[];
    return breaks.map(({ from, price }) => `${from.toLocaleString('en-US')}: ${money(price)}`).join(', ') || 'none';
  }
  return String(value);
}
