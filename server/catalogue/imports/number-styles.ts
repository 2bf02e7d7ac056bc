import { pieces, type XmlHandler } from './xml-pieces.ts';

/** What the style of a cell makes of its number: a day or an hour, a percentage, or so many digits with zeros before them. */
export type NumberStyle = 'date' | 'percent' | { digits: number };

/** The number formats of the standard that show a number as a date or a time, and as a percentage. */
const DATES = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
];
const PERCENTAGES = [9, 10];

/** Which styles of a file show a number as something else, by their place. */
export async function numberStyles(styles: AsyncIterable<string>): Promise<ReadonlyMap<number, NumberStyle>> {
  const formats = new Map<number, NumberStyle>([
    ...DATES.map((id) => [id, 'date'] as const),
    ...PERCENTAGES.map((id) => [id, 'percent'] as const),
  ]);
  const found = new Map<number, NumberStyle>();
  let inCells = false;
  let place = 0;
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'numFmt') {
        const style = styleOf(attributes['formatCode'] ?? '');
        if (style !== undefined) formats.set(Number(attributes['numFmtId']), style);
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const style = formats.get(Number(attributes['numFmtId'] ?? 0));
        if (style !== undefined) found.set(place, style);
        place++;
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  };
  for await (const _ of pieces(styles, handler)) continue;
  return found;
}

/** Of a format such as yyyy-mm-dd; what is in quotes, brackets or behind a backslash shows itself. */
function styleOf(format: string): NumberStyle | undefined {
  const bare = format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/^0{2,}$/.test(bare)) return { digits: bare.length };
  if (bare.includes('%')) return 'percent';
  return /[dmyhs]/i.test(bare) ? 'date' : undefined;
}
