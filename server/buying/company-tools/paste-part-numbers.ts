import type { PastedPartNumber } from '#contract/buying/company-tools.ts';
import { codePoints } from '#contract/text.ts';
import { type FoundTool, toolsByCode } from '#server/buying/order-lines/find-tools.ts';
import { plainCode } from '#server/buying/order-lines/plain.ts';
import { type Row, splitRows } from '#server/buying/order-lines/split-rows.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { setPartNumber } from './part-numbers.ts';

const MOST_NUMBER = 64;

/**
 * Reads rows of a stock number of the shop and the company's own, in either order, and keeps the numbers of those that can be
 * kept; each row is answered for itself. Of several numbers for one tool the last stays, and the rows before say so.
 * @throws AppError TOO_MANY_ROWS
 */
export async function pastePartNumbers(tx: Tx, companyId: string, text: string): Promise<PastedPartNumber[]> {
  const { rows } = await splitRows(text);
  const cut = rows.map((row) => ({ row, ...cellsOf(row) }));
  const codes = new Set(cut.flatMap(({ cells }) => cells.map(plainCode)).filter((plain) => plain !== ''));
  const known = await toolsByCode(rawInTransaction(tx), [...codes]);
  const answers: PastedPartNumber[] = [];
  const keptBefore = new Map<string, PastedPartNumber>();
  for (const { row, cells, byBlanks } of cut) {
    const read = row.tooLong ? { ...NOTHING, problem: 'TOO_LONG' as const } : understand({ cells, byBlanks }, known);
    const answer = { row: row.row, text: row.text, ...(await kept(tx, companyId, read)) };
    answers.push(answer);
    if (answer.toolId === null || answer.problem !== null) continue;
    const before = keptBefore.get(answer.toolId);
    if (before && plainNumber(before) !== plainNumber(answer)) before.problem = 'REPLACED';
    keptBefore.set(answer.toolId, answer);
  }
  return answers;
}

function plainNumber({ number }: Read): string {
  return plainCode(number ?? '');
}

type Read = Omit<PastedPartNumber, 'row' | 'text'>;

const NOTHING: Read = { toolId: null, tool: null, sku: null, number: null, problem: null };

interface Cut {
  cells: string[];
  /** Whether blanks alone keep them apart: then they may be parts of one number, too. */
  byBlanks: boolean;
}

/** Two cells that blanks alone keep apart are two, too. */
function cellsOf({ cells }: Row): Cut {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length !== 1) return { cells: filled, byBlanks: false };
  return { cells: filled[0]!.split(/\s+/), byBlanks: true };
}

function understand({ cells, byBlanks }: Cut, known: ReadonlyMap<string, FoundTool[]>): Read {
  const at = cells.findIndex((cell) => known.has(plainCode(cell)));
  const found = at < 0 ? [] : (known.get(plainCode(cells[at]!)) ?? []);
  const others = cells.filter((_, index) => index !== at);
  const number = (byBlanks ? others.join(' ') : others[0]) || null;
  if (at < 0) return { ...NOTHING, problem: 'NOT_FOUND' };
  if (found.length > 1) return { ...NOTHING, number, problem: 'AMBIGUOUS' };
  const { id, name, sku } = found[0]!;
  const tool = { toolId: id, tool: name, sku };
  if (number === null || plainCode(number) === '') return { ...tool, number: null, problem: 'NO_NUMBER' };
  if (codePoints(number) > MOST_NUMBER) return { ...tool, number: null, problem: 'TOO_LONG' };
  return { ...tool, number, problem: null };
}

async function kept(tx: Tx, companyId: string, read: Read): Promise<Read> {
  const { toolId, number, problem } = read;
  if (problem !== null || toolId === null || number === null) return read;
  try {
    await setPartNumber(tx, companyId, toolId, number);
    return read;
  } catch (error) {
    if (error instanceof AppError && error.code === 'PART_NUMBER_TAKEN')
      return { ...read, problem: 'PART_NUMBER_TAKEN' };
    throw error;
  }
}
