import { pieces, type XmlHandler } from './xml-pieces.ts';

/** The number formats of the standard that show a number as a date or a time. */
const BUILT_IN = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);

/** Which styles of a sheet show a number as a date or a time. */
export async function dateStyles(styles: AsyncIterable<string>): Promise<ReadonlySet<number>> {
  const formats = new Set(BUILT_IN);
  const found = new Set<number>();
  let inCells = false;
  let style = 0;
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'numFmt' && isDate(attributes['formatCode'] ?? '')) formats.add(Number(attributes['numFmtId']));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        if (formats.has(Number(attributes['numFmtId'] ?? 0))) found.add(style);
        style++;
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  };
  for await (const _ of pieces(styles, handler)) continue;
  return found;
}

/** Whether a format such as yyyy-mm-dd shows a day or an hour; what is in quotes, brackets or behind a backslash shows itself. */
function isDate(format: string): boolean {
  return /[dmyhs]/i.test(format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));
}
