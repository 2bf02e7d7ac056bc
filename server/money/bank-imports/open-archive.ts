import { sentence } from '#contract/sentences.ts';
import { readCamt } from '#sheets/read-camt.ts';
import { isMt940, readMt940 } from '#sheets/read-mt940.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { readStatements, type StatementSource } from '#sheets/statement-rows.ts';
import { SheetProblem, type SheetReader } from '#sheets/sheet-rows.ts';
import { unpacked, type ZipEntry, zipEntries } from '#sheets/zip-entries.ts';
import { decoded, encodingOf, GUESSED, headOf } from '#server/catalogue/imports/decoded-text.ts';
import { isXml, plainEncoding, xmlEncoding } from './bank-encodings.ts';

/** A statement is a file a day or an account. */
const MOST_FILES = 400;
/** What they may have together once they are unpacked, in bytes. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;

/** XLSX, or the statements of a bank: a file for each account and day. @throws SheetProblem */
export async function openArchive(archive: Blob): Promise<SheetReader> {
  const entries = await zipEntries(archive, 1_000).catch((error: unknown) => {
    throw error instanceof SheetProblem && error.kind === 'too-large' ? tooMany() : error;
  });
  if (entries.has('[Content_Types].xml') || entries.has('xl/workbook.xml') || entries.has('_rels/.rels'))
    return readXlsx(archive);
  const inside = [...entries]
    .filter(([name, { size }]) => size > 0 && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name))
    .toSorted(([one], [two]) => (one < two ? -1 : 1));
  if (inside.length > MOST_FILES) throw tooMany();
  const size = inside.reduce((sum, [, entry]) => sum + entry.size, 0);
  if (size > MAX_UNPACKED_BYTES)
    throw new SheetProblem(
      'too-large',
      sentence('The files in this archive have more than 50 MB together. Send fewer at once.'),
    );
  const files = await Promise.all(inside.map(([path, entry]) => fileOf(archive, path, entry)));
  if (!files.some(({ kind }) => kind !== null))
    throw new SheetProblem(
      'unreadable',
      sentence('This archive holds no bank statements. Send CAMT, MT940, CSV or XLSX.'),
    );
  return readStatements(statementsOf(files));
}

function tooMany(): SheetProblem {
  return new SheetProblem(
    'too-large',
    sentence('This archive has more than {most, number} files. Send fewer at once.', { most: MOST_FILES }),
  );
}

/** Statements of days that are over come first: what stands further on says again what they say. */
const KINDS = ['053', 'MT940', '052', '054', 'MT942'] as const;
type Kind = (typeof KINDS)[number];

interface ArchivedFile {
  name: string;
  kind: Kind | null;
  bytes: () => AsyncIterable<Uint8Array>;
}

async function fileOf(archive: Blob, path: string, entry: ZipEntry): Promise<ArchivedFile> {
  const bytes = () => unpacked(archive, entry);
  const head = (await headOf(bytes, GUESSED)).slice(0, HEAD);
  return { name: path.slice(0, 100).toWellFormed(), kind: kindOf(head.replace(MARK, '')), bytes };
}

/** So much of a file says what it is. */
const HEAD = 2_000;
/** UTF-8's mark, byte by byte. */
const MARK = /^\xEF\xBB\xBF/;

/** What a file is; null where it is no statement. @param head the letters of which are ASCII */
function kindOf(head: string): Kind | null {
  if (isMt940(head)) return /^:34F:/m.test(head) ? 'MT942' : 'MT940';
  if (!isXml(head)) return null;
  const [, named] = /camt\.(05[234])\./.exec(head) ?? [];
  return KINDS.find((kind) => kind === named) ?? (head.includes('BkToCstmrStmt') ? '053' : null);
}

async function* statementsOf(files: ArchivedFile[]): AsyncGenerator<StatementSource> {
  const best = KINDS.find((kind) => files.some((file) => file.kind === kind));
  const isWhole = best === '053' || best === 'MT940';
  for (const { name, kind, bytes } of files) {
    if (kind === null) yield { name, leftOut: 'not a bank statement in CAMT or MT940' };
    else if (isWhole && kind !== best) yield { name, leftOut: SAID_AGAIN };
    else yield { name, text: textOf(bytes, kind), read: kind.startsWith('MT') ? readMt940 : readCamt };
  }
}

const SAID_AGAIN = 'the statements beside it say the same; send it by itself if it is of another account';

async function* textOf(bytes: ArchivedFile['bytes'], kind: Kind): AsyncGenerator<string> {
  const guess = await encodingOf(bytes);
  const head = await headOf(bytes, guess);
  yield* decoded(bytes, kind.startsWith('MT') ? await plainEncoding(bytes, guess, head) : xmlEncoding(guess, head));
}
