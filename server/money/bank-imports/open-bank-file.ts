import { sentence } from '#contract/sentences.ts';
import { open, readFile } from 'node:fs/promises';
import { readCamt } from '#sheets/read-camt.ts';
import { isMt940, readMt940 } from '#sheets/read-mt940.ts';
import { readStatements, type StatementSource } from '#sheets/statement-rows.ts';
import { SheetProblem, type SheetReader } from '#sheets/sheet-rows.ts';
import { decoded, encodingOf, headOf } from '#server/catalogue/imports/decoded-text.ts';
import { readCsv } from '#server/catalogue/imports/read-csv.ts';
import { isXml, plainEncoding, xmlEncoding } from './bank-encodings.ts';
import { meaningOf } from './bank-columns.ts';
import { openArchive } from './open-archive.ts';

/**
 * Opens a bank's file by what is in it, whatever it is called: CAMT, MT940, an archive of these, XLSX or CSV.
 * @throws SheetProblem
 */
export async function openBankFile(path: string): Promise<SheetReader> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0).finally(() => file.close());
  if (bytesRead === 0) throw new SheetProblem('empty', sentence('This file is empty.'));
  if (head.equals(Buffer.from('504b0304', 'hex'))) return openArchive(new Blob([await readFile(path)]));
  if (head.equals(Buffer.from('d0cf11e0', 'hex')))
    throw new SheetProblem(
      'unreadable',
      sentence('This is an old Excel file, or it has a password. Save it as XLSX without a password, or as CSV.'),
    );
  const guess = await encodingOf(path);
  const text = await headOf(path, guess);
  if (isXml(text))
    return readStatements(only({ name: '', text: decoded(path, xmlEncoding(guess, text)), read: readCamt }));
  const encoding = await plainEncoding(path, guess, text);
  if (isMt940(text)) return readStatements(only({ name: '', text: decoded(path, encoding), read: readMt940 }));
  return readCsv(path, encoding, (cell) => meaningOf(cell) !== null);
}

async function* only(file: StatementSource): AsyncGenerator<StatementSource> {
  yield file;
}
