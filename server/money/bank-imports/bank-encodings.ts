import { type ByteSource, GUESSED, headOf } from '#server/catalogue/imports/decoded-text.ts';
import { meaningOf } from './bank-columns.ts';

const XML = /^\uFEFF?\s{0,1000}</;

export function isXml(head: string): boolean {
  return XML.test(head.slice(0, 1_100));
}

const DECLARED = new Set(['iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1250', 'windows-1252']);

/** That of XML, which says it. @param guess as `encodingOf` finds it */
export function xmlEncoding(guess: string, head: string): string {
  if (guess !== GUESSED) return guess;
  const [, said = ''] = /^[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(head.slice(0, 200)) ?? [];
  const name = said.toLowerCase();
  return DECLARED.has(name) ? name : GUESSED;
}

const POLISH = /(?:kwota|waluta|operacji|rachun|nadawc)/i;
/** Where Windows has letters, ISO-8859-2 has nothing. */
const WINDOWS_ALONE = /[\u0080-\u009F]/;

/** That of any other text: of Poland and Czechia where more of its headings are words then. @param guess as `encodingOf` finds it */
export async function plainEncoding(source: ByteSource, guess: string, head: string): Promise<string> {
  if (guess !== GUESSED) return guess;
  const wanted = 'windows-1250';
  const other = await headOf(source, wanted);
  if (headingsIn(other) <= headingsIn(head) && !POLISH.test(head)) return GUESSED;
  return WINDOWS_ALONE.test(await headOf(source, 'iso-8859-2')) ? wanted : 'iso-8859-2';
}

/** The most headings that a line of it has. */
function headingsIn(head: string): number {
  const lines = head.split(/[\r\n]+/, 40);
  const known = lines.map((line) =>
    line
      .slice(0, 4_000)
      .split(/[;,\t]/)
      .filter((cell) => meaningOf(cell) !== null),
  );
  return Math.max(0, ...known.map((cells) => cells.length));
}
