import { sentence } from '#contract/sentences.ts';
import { SheetProblem } from './sheet-rows.ts';
import { pieces, type XmlHandler } from './xml-pieces.ts';

/** Spreadsheets keep at most so many styles, and formats of so many characters; their own formats are fewer still. */
const MAX_STYLES = 65_536;
const MAX_FORMATS = 5_000;
const MAX_FORMAT = 255;

/** What the style of a cell makes of its number: a day or an hour, a percentage, so many digits with zeros before them, an amount. */
export type NumberStyle = 'date' | 'percent' | { digits: number } | { currency: string };

/** The number formats of the standard that show a number as a date or a time, and as a percentage. */
const DATES = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
];
const PERCENTAGES = [9, 10];

/** Which styles of a file show a number as something else, by their place. @throws SheetProblem where there are too many */
export async function numberStyles(styles: AsyncIterable<string>): Promise<ReadonlyMap<number, NumberStyle>> {
  const formats = new Map<number, NumberStyle>([
    ...DATES.map((id) => [id, 'date'] as const),
    ...PERCENTAGES.map((id) => [id, 'percent'] as const),
  ]);
  const found = new Map<number, NumberStyle>();
  let inCells = false;
  let place = 0;
  let own = 0;
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'numFmt') {
        const style = styleOf((attributes['formatCode'] ?? '').slice(0, MAX_FORMAT));
        if (style !== undefined) formats.set(Number(attributes['numFmtId']), style);
        if (++own > MAX_FORMATS) throw tooMany();
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const style = formats.get(Number(attributes['numFmtId'] ?? 0));
        if (style !== undefined) found.set(place, style);
        if (++place > MAX_STYLES) throw tooMany();
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  };
  for await (const _ of pieces(styles, handler)) continue;
  return found;
}

function tooMany(): SheetProblem {
  return new SheetProblem('too-large', sentence('This file has too many cell styles. Send it as CSV.'));
}

/**
 * Of a format such as yyyy-mm-dd; what is in quotes, brackets or behind a backslash shows itself. What nothing closes goes to
 * the end, so that nothing is looked at twice.
 */
function styleOf(format: string): NumberStyle | undefined {
  const bare = format.replaceAll(/"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '');
  if (/^0{2,}$/.test(bare)) return { digits: bare.length };
  if (bare.includes('%')) return 'percent';
  if (/[dmyhs]/i.test(bare)) return 'date';
  const currency = currencyIn(format);
  return currency === undefined ? undefined : { currency };
}

/** The currency that a format shows: [$€-407] #,##0.00, #,##0.00 "EUR" or 0.00 £. */
function currencyIn(format: string): string | undefined {
  const bracket = /\[\$([^\]-]+)/.exec(format)?.[1];
  return (bracket ?? /"\s?([A-Z]{3})\s?"/.exec(format)?.[1] ?? /[A-Z]{0,3}\p{Sc}/u.exec(format)?.[0])?.trim();
}
