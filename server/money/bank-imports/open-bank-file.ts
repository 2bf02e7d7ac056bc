import { open, readFile } from 'node:fs/promises';
import { readCamt, type NamedText } from '#sheets/read-camt.ts';
import { isMt940, readMt940 } from '#sheets/read-mt940.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { SheetProblem, type SheetReader } from '#sheets/sheet-rows.ts';
import { unpacked, type ZipEntry, zipEntries } from '#sheets/zip-entries.ts';
import { decoded, encodingOf, GUESSED, headOf } from '#server/catalogue/imports/decoded-text.ts';
import { readCsv } from '#server/catalogue/imports/read-csv.ts';
import { meaningOf } from './bank-columns.ts';

/** A statement is a file a day or an account. */
const MOST_FILES = 400;
/** What they may have together once they are unpacked, in bytes. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
const XML = /^\uFEFF?\s{0,1000}</;

/**
 * Opens a bank's file by what is in it, whatever it is called: CAMT, an archive of CAMT, MT940, XLSX or CSV.
 * @throws SheetProblem
 */
export async function openBankFile(path: string): Promise<SheetReader> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0).finally(() => file.close());
  if (bytesRead === 0) throw new SheetProblem('empty', 'This file is empty.');
  if (head.equals(Buffer.from('504b0304', 'hex'))) return openArchive(new Blob([await readFile(path)]));
  if (head.equals(Buffer.from('d0cf11e0', 'hex')))
    throw new SheetProblem(
      'unreadable',
      'This is an old Excel file, or it has a password. Save it as XLSX without a password, or as CSV.',
    );
  const encoding = await encodingOf(path);
  const text = await headOf(path, encoding);
  if (XML.test(text.slice(0, 1_100))) {
    const own = encoding === GUESSED ? declaredIn(text) : encoding;
    return readCamt(only({ name: '', text: decoded(path, own) }));
  }
  const own = encoding === GUESSED ? await centralEuropean(path, text) : encoding;
  if (isMt940(text)) return readMt940(decoded(path, own));
  return readCsv(path, own, (cell) => meaningOf(cell) !== null);
}

async function* only(file: NamedText): AsyncGenerator<NamedText> {
  yield file;
}

const DECLARED = new Set(['iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1250', 'windows-1252']);

/** What XML says of its own encoding. */
function declaredIn(head: string): string {
  const [, said = ''] = /^[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(head.slice(0, 200)) ?? [];
  const name = said.toLowerCase();
  return DECLARED.has(name) ? name : GUESSED;
}

const POLISH = /(?:kwota|waluta|operacji|rachun|nadawc)/i;
/** Where Windows has letters, ISO-8859-2 has nothing. */
const WINDOWS_ALONE = /[\u0080-\u009F]/;

/** The encoding of a file that is no UTF-8: that of Poland and Czechia where more of its headings are words then. */
async function centralEuropean(path: string, head: string): Promise<string> {
  const wanted = 'windows-1250';
  const other = await headOf(path, wanted);
  if (headingsIn(other) <= headingsIn(head) && !POLISH.test(head)) return GUESSED;
  return WINDOWS_ALONE.test(await headOf(path, 'iso-8859-2')) ? wanted : 'iso-8859-2';
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

/** XLSX, or the statements of a bank: a file for each account and day. @throws SheetProblem */
async function openArchive(archive: Blob): Promise<SheetReader> {
  const entries = await zipEntries(archive, 1_000).catch((error: unknown) => {
    throw error instanceof SheetProblem && error.kind === 'too-large' ? tooMany() : error;
  });
  if (entries.has('[Content_Types].xml') || entries.has('xl/workbook.xml') || entries.has('_rels/.rels'))
    return readXlsx(archive);
  const files = [...entries]
    .filter(([name, { size }]) => size > 0 && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name))
    .toSorted(([one], [two]) => (one < two ? -1 : 1));
  if (files.length > MOST_FILES) throw tooMany();
  const size = files.reduce((sum, [, entry]) => sum + entry.size, 0);
  if (size > MAX_UNPACKED_BYTES)
    throw new SheetProblem('too-large', 'The files in this archive have more than 50 MB together. Send fewer at once.');
  const kinds = await Promise.all(files.map(async ([, entry]) => kindOf(await beginningOf(archive, entry))));
  if (!kinds.some((kind) => kind !== null))
    throw new SheetProblem('unreadable', 'This archive holds no bank statements. Send CAMT, MT940, CSV or XLSX.');
  return readCamt(statementsOf(archive, files, kinds));
}

function tooMany(): SheetProblem {
  return new SheetProblem('too-large', `This archive has more than ${MOST_FILES} files. Send fewer at once.`);
}

async function* statementsOf(archive: Blob, files: [string, ZipEntry][], kinds: (string | null)[]) {
  // Notices and reports say again what a statement says.
  const isWhole = kinds.includes('053');
  for (const [at, [path, entry]] of files.entries()) {
    const name = path.slice(0, 100).toWellFormed();
    const kind = kinds[at] ?? null;
    if (kind === null) yield { name, leftOut: 'not a bank statement in CAMT' };
    else if (isWhole && kind !== '053') yield { name, leftOut: 'the statements beside it say the same' };
    else yield { name, text: textOf(archive, entry) };
  }
}

/** Which kind of CAMT a file is; null where it is none. */
function kindOf(beginning: string): string | null {
  if (!XML.test(beginning)) return null;
  const [, named] = /camt\.(05[234])\./.exec(beginning) ?? [];
  return named ?? (beginning.includes('BkToCstmrStmt') ? '053' : null);
}

/** So much of a file says what it is. */
const BEGINNING = 2_000;

async function beginningOf(archive: Blob, entry: ZipEntry): Promise<string> {
  for await (const text of textOf(archive, { ...entry })) if (text !== '') return text.slice(0, BEGINNING);
  return '';
}

async function* textOf(archive: Blob, entry: ZipEntry): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const bytes of unpacked(archive, entry)) {
    decoder ??= new TextDecoder(/encoding=["'](?:iso-8859-1|windows-1252)/i.test(latin(bytes)) ? GUESSED : 'utf-8');
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 200));
