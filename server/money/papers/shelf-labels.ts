import type { Language } from '#contract/languages.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import { sayIn } from '#server/engine/words/say.ts';
import { codeAt } from './packing-slips.ts';
import { Sheet } from './sheet.ts';

/** A tool as its shelf says it. */
export interface ShelfLabel {
  name: string;
  sku: string | null;
  /** Of the tool; without a number of ours a scanner reads this. */
  gtin: string | null;
  bin: string | null;
}

const COLUMNS = 3;
const HEIGHT = 84;
/** Between two labels, so that they can be cut apart. */
const GAP = 10;
const CODE = 52;
/** A longer name is cut: two lines have so many letters. */
const LETTERS = 44;

/** Labels for shelves, as many as there are tools, to be cut apart: number, name and bin to read, and the number as a code for a scanner. */
export async function shelfLabelsPdf(
  labels: readonly ShelfLabel[],
  { shop, language, at, format }: { shop: string; language: Language; at: string; format: PaperFormat },
): Promise<Uint8Array<ArrayBuffer>> {
  const say = sayIn(language);
  const sheet = new Sheet({
    language,
    format,
    title: say('Shelf labels'),
    issuer: shop,
    at: new Date(at),
    foot: shop,
  });
  const width = (sheet.width - (COLUMNS - 1) * GAP) / COLUMNS;
  for (let first = 0; first < labels.length; first += COLUMNS) {
    sheet.room(HEIGHT);
    const top = sheet.y;
    for (const [column, label] of labels.slice(first, first + COLUMNS).entries()) {
      const left = column * (width + GAP);
      sheet.y = top;
      labelAt(sheet, label, left, width, label.bin === null ? '' : say('Bin {bin}', { bin: label.bin }));
    }
    sheet.y = top + HEIGHT + GAP;
  }
  return sheet.finish();
}

function labelAt(sheet: Sheet, { name, sku, gtin }: ShelfLabel, left: number, width: number, bin: string): void {
  const code = sku ?? gtin;
  const right = left + width - (code === null ? 0 : CODE + 6);
  if (code !== null) codeAt(sheet, code, sheet.y, left + width, CODE);
  sheet.text(code ?? '', left, right, { size: code !== null && code.length > 12 ? 9 : 12, bold: true });
  const letters = [...name];
  sheet.text(letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join('')}…` : name, left, right, { size: 8 });
  if (bin !== '') sheet.text(bin, left, right, { size: 10, bold: true });
}
