import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodingOf } from './decoded-text.ts';
import { readCsv } from './read-csv.ts';
import { PART_ROWS, type ReadRow } from '#sheets/sheet-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradebench-csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(folder, 'sheet.csv');
  await writeFile(path, text);
  const sheet = await readCsv(path, await encodingOf(path));
  const parts: ReadRow[][] = [];
  for await (const part of sheet.parts) parts.push(part);
  return { parts, problems: sheet.problems };
}

const ROWS = 3 * PART_ROWS + 50;
const lines = Array.from({ length: ROWS }, (_, at) => `SKU-${at},"Hammer, ${at}",${'long '.repeat(20)}`);

it('rows come in parts of one size, in their order and with their numbers, however the file lies on the disk', async () => {
  const { parts, problems } = await read(lines.join('\n'));
  expect(parts.map((part) => part.length)).toEqual([PART_ROWS, PART_ROWS, PART_ROWS, 50]);
  const rows = parts.flat();
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));
  expect(rows.at(-1)?.cells.slice(0, 2)).toEqual([`SKU-${ROWS - 1}`, `Hammer, ${ROWS - 1}`]);
  expect(problems).toEqual([]);
});

it('a quotation mark that nothing closes is told with its row, and all rows before it are read', async () => {
  const { parts, problems } = await read([...lines, 'SKU-X,"Hammer', 'SKU-Y,Tongs'].join('\n'));
  expect(parts.flat()).toHaveLength(ROWS);
  expect(problems).toEqual([expect.objectContaining({ row: ROWS + 1 })]);
});

it('who stops reading in the middle leaves nothing open', async () => {
  const path = join(folder, 'left.csv');
  await writeFile(path, lines.join('\n'));
  const { parts } = await readCsv(path, await encodingOf(path));
  for await (const part of parts) {
    expect(part).toHaveLength(PART_ROWS);
    break;
  }
  await expect(rm(path)).resolves.toBeUndefined();
});
