import type { PastedPartNumber } from '#contract/buying/company-tools.ts';
import { codePoints } from '#contract/text.ts';
import { type FoundTool, toolsByCode } from '#server/buying/order-lines/find-tools.ts';
import { inPortions } from '#server/buying/order-lines/in-portions.ts';
import { inParts } from '#server/buying/order-lines/look-up.ts';
import { plainCode } from '#server/buying/order-lines/plain.ts';
import { type Row, splitRows } from '#server/buying/order-lines/split-rows.ts';
import type { Database, RawQuery, Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';

const MOST_NUMBER = 64;
/** Where two numbers are wanted, the shop's stands among the first of so many words. */
const MOST_CELLS = 10;

/**
 * Reads rows of a stock number of the shop and the company's own, in either order; each is answered for itself.
 * @throws AppError TOO_MANY_ROWS
 */
export async function readPartNumbers(database: Pick<Database, 'raw'>, text: string): Promise<PastedPartNumber[]> {
  const { rows } = await splitRows(text);
  const cut = await inPortions(rows, (row) => ({ row, ...cellsOf(row) }));
  const codes = await inPortions(cut, ({ cells }) => cells.slice(0, MOST_CELLS).map(plainCode));
  const known = new Map<string, FoundTool[]>();
  for (const some of inParts([...new Set(codes.flat())].filter((plain) => plain !== '')))
    for (const [plain, tools] of await toolsByCode(database, some)) known.set(plain, tools);
  return inPortions(cut, ({ row, cells, byBlanks }, index) => ({
    row: row.row,
    text: row.text,
    ...(row.tooLong ? { ...NOTHING, problem: 'TOO_LONG' } : understand({ cells, byBlanks }, codes[index] ?? [], known)),
  }));
}

/**
 * Keeps the numbers of the rows that can be kept, one row after the other. Of several numbers for one tool the last stays, and the rows
 * before say so. The company is locked.
 * @returns the rows, with what is wrong with those that are not kept
 */
export async function keepPartNumbers(
  tx: Tx,
  companyId: string,
  rows: readonly PastedPartNumber[],
): Promise<PastedPartNumber[]> {
  const wanted = rows.flatMap(({ toolId, number, problem }) =>
    toolId === null || number === null || problem !== null ? [] : [{ toolId, plain: plainCode(number) }],
  );
  const { raw } = rawInTransaction(tx);
  const held = await raw<{ toolId: string; plain: string; removed: boolean }>(
    `select n.tool_id as "toolId", n.plain, t.removed_at is not null as removed
     from company_part_numbers n join tools t on t.id = n.tool_id
     where n.company_id = $1 and (n.tool_id = any($2::text[]) or n.plain = any($3::text[]))`,
    [companyId, wanted.map(({ toolId }) => toolId), wanted.map(({ plain }) => plain)],
    'part-numbers-held',
  );
  // A tool that was removed leaves its number to the one that comes after it.
  const numbers = new Map(held.filter(({ removed }) => !removed).map(({ toolId, plain }) => [toolId, plain]));
  const owners = new Map([...numbers].map(([toolId, plain]) => [plain, toolId]));
  const last = new Map<string, PastedPartNumber>();
  const answers: PastedPartNumber[] = [];
  for (const row of rows) {
    const answer = { ...row };
    answers.push(answer);
    const { toolId } = answer;
    if (toolId === null || answer.problem !== null) continue;
    const plain = plainNumber(answer);
    const owner = owners.get(plain);
    if (owner !== undefined && owner !== toolId) {
      answer.problem = 'PART_NUMBER_TAKEN';
      continue;
    }
    owners.delete(numbers.get(toolId) ?? '');
    owners.set(plain, toolId);
    numbers.set(toolId, plain);
    const before = last.get(toolId);
    if (before && plainNumber(before) !== plain) before.problem = 'REPLACED';
    last.set(toolId, answer);
  }
  await write(raw, companyId, [...last.values()]);
  return answers;
}

/** What they had is forgotten first, so that a number which one tool leaves and another takes is never there twice. */
async function write(raw: RawQuery, companyId: string, rows: readonly PastedPartNumber[]): Promise<void> {
  if (rows.length === 0) return;
  const [toolIds, plain] = [rows.map(({ toolId }) => toolId), rows.map(plainNumber)];
  await raw(
    `delete from company_part_numbers where company_id = $1 and (tool_id = any($2::text[]) or plain = any($3::text[]))`,
    [companyId, toolIds, plain],
    'part-numbers-leave',
  );
  await raw(
    `insert into company_part_numbers (company_id, tool_id, number, plain)
     select $1, said.* from unnest($2::text[], $3::text[], $4::text[]) as said`,
    [companyId, toolIds, rows.map(({ number }) => number?.trim()), plain],
    'part-numbers-come',
  );
}

function plainNumber({ number }: PartNumberRow): string {
  return plainCode(number ?? '');
}

type PartNumberRow = Omit<PastedPartNumber, 'row' | 'text'>;

const NOTHING: PartNumberRow = { toolId: null, tool: null, sku: null, number: null, problem: null };

interface RowCells {
  cells: string[];
  /** Whether blanks alone keep them apart: then they may be parts of one number, too. */
  byBlanks: boolean;
}

/** Two cells that blanks alone keep apart are two, too. */
function cellsOf({ cells }: Row): RowCells {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length !== 1) return { cells: filled, byBlanks: false };
  return { cells: filled[0]!.split(/\s+/), byBlanks: true };
}

/** @param codes how its first cells are looked for */
function understand(
  { cells, byBlanks }: RowCells,
  codes: readonly string[],
  known: ReadonlyMap<string, FoundTool[]>,
): PartNumberRow {
  const at = codes.findIndex((code) => known.has(code));
  const found = at < 0 ? [] : (known.get(codes[at]!) ?? []);
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
