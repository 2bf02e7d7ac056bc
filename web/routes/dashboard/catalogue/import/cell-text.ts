import { money } from '#web/shell/format.ts';

/** A cell of an import as people read it. */
export function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (column === 'price' && typeof value === 'number') return money(value);
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    // Price breaks are the only list among the cells.
    const breaks = value as { from: number; price: number }[];
    return breaks.map(({ from, price }) => `${from.toLocaleString('en-US')}: ${money(price)}`).join(', ') || 'none';
  }
  return String(value);
}
