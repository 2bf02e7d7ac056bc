import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { SheetProblem, type SheetReader } from '#sheets/sheet-rows.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { readCamt } from '#sheets/read-camt.ts';
import { readCsv } from './read-csv.ts';

/** Opens a sheet by what is in it, whatever it is called. @throws SheetProblem */
export async function openSheet(path: string): Promise<SheetReader> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0).finally(() => file.close());
  if (bytesRead === 0) throw new SheetProblem('empty', 'This file is empty.');
  if (head.equals(Buffer.from('504b0304', 'hex'))) return readXlsx(new Blob([await readFile(path)]));
  if (head.equals(Buffer.from('d0cf11e0', 'hex')))
    throw new SheetProblem(
      'unreadable',
      'This is an old Excel file, or one with a password. Save it as XLSX without one, or as CSV.',
    );
  if (await isXml(path)) return readCamt(createReadStream(path, { encoding: 'utf8' }));
  return readCsv(path);
}

/** Whether a file is XML, with a mark of its encoding and blanks before it perhaps. */
async function isXml(path: string): Promise<boolean> {
  for await (const text of createReadStream(path, { encoding: 'utf8', end: 1023 }) as AsyncIterable<string>)
    return text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .startsWith('<');
  return false;
}
