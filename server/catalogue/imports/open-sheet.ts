import { sentence } from '#contract/sentences.ts';
import { open, readFile } from 'node:fs/promises';
import { SheetProblem, type SheetReader } from '#sheets/sheet-rows.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { encodingOf, headOf } from './decoded-text.ts';
import { isBmecat, readBmecat } from './read-bmecat.ts';
import { readCsv } from './read-csv.ts';

/** Opens a sheet by what is in it, whatever it is called. @throws SheetProblem */
export async function openSheet(path: string): Promise<SheetReader> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0).finally(() => file.close());
  if (bytesRead === 0) throw new SheetProblem('empty', sentence('This file is empty.'));
  if (head.equals(Buffer.from('504b0304', 'hex'))) return readXlsx(new Blob([await readFile(path)]));
  if (head.equals(Buffer.from('d0cf11e0', 'hex')))
    throw new SheetProblem(
      'unreadable',
      sentence('This is an old Excel file, or it has a password. Save it as XLSX without a password, or as CSV.'),
    );
  const encoding = await encodingOf(path);
  const start = await headOf(path, encoding);
  if (isBmecat(start)) return readBmecat(path, encoding);
  if (/^\uFEFF?\s{0,1000}</.test(start.slice(0, 1_100)))
    throw new SheetProblem(
      'unreadable',
      sentence('This is an XML file or a web page, and not a sheet. Send XLSX or CSV.'),
    );
  return readCsv(path, encoding);
}
