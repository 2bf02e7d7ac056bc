import { inArray, sql } from 'drizzle-orm';
import { KEPT, type KeptCells, MAX_BIN, MAX_PICTURE_FILE } from '#contract/catalogue/imports.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import { codePoints } from '#contract/text.ts';
import { toolCosts } from '#server/catalogue/tools/costs.sql.ts';
import { toolKeeping } from '#server/catalogue/tools/keeping.sql.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { armed } from '#server/engine/sheets/armed-text.ts';
import { cellValue, isProblem, type NumberStyle, plain } from './cell-values.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';

type KeptColumn = (typeof KEPT)[number];

export function isKept(column: string): column is KeptColumn {
  return (KEPT as readonly string[]).includes(column);
}

/** What a picture's file is called where a folder or an address stands before it. */
const PICTURE = /\.(jpe?g|png|webp|avif|gif|tiff?|bmp|heic)$/i;

/** Whether the cell of a picture names a file of the owner's, and no address. */
export function namesFile(text: string): boolean {
  return PICTURE.test(text) && !/^(https?:|\/)/i.test(text);
}

/** What a cell says of it, in the bounds of the contract. */
export function readKept(
  column: KeptColumn,
  cell: Exclude<ReadCell, null>,
  reading: NumberStyle,
): { value: string | number } | { problem: string } {
  if (column === 'cost') {
    const read = cellValue('price', cell, reading);
    return 'problem' in read ? read : { value: Number(read.value) };
  }
  if (isProblem(cell)) return cell;
  const text = armed(String(plain(cell))).trim();
  if (column === 'bin')
    return codePoints(text) > MAX_BIN ? { problem: `A bin may have at most ${MAX_BIN} characters` } : { value: text };
  const file = text.split(/[/\\]/).at(-1) ?? '';
  return codePoints(file) > MAX_PICTURE_FILE || file === ''
    ? { problem: `The name of a file may have 1 to ${MAX_PICTURE_FILE} characters` }
    : { value: file };
}

/** What is kept of tools now, by their ids. */
export async function keptOf(db: Db, toolIds: readonly string[]): Promise<(toolId: string) => Required<KeptCells>> {
  const ids = [...toolIds];
  const costs = ids.length === 0 ? [] : await db.select().from(toolCosts).where(inArray(toolCosts.toolId, ids));
  const keeping = ids.length === 0 ? [] : await db.select().from(toolKeeping).where(inArray(toolKeeping.toolId, ids));
  const costOf = new Map(costs.map(({ toolId, costCents }) => [toolId, centsToMoney(costCents)]));
  const of = new Map(keeping.map((row) => [row.toolId, row]));
  return (toolId) => ({
    cost: costOf.get(toolId) ?? null,
    bin: of.get(toolId)?.bin ?? null,
    imageFile: of.get(toolId)?.pictureFile ?? null,
  });
}

/** Of what a row says, what is otherwise than it is kept. */
export function changedKept(now: Required<KeptCells>, said: KeptCells): { before: KeptCells; after: KeptCells } {
  const changed = KEPT.filter((column) => said[column] !== undefined && said[column] !== now[column]);
  return {
    before: Object.fromEntries(changed.map((column) => [column, now[column]])),
    after: Object.fromEntries(changed.map((column) => [column, said[column]])),
  };
}

/** Writes what staff alone keep of tools, in the order of their ids; tools are locked. */
export async function writeKept(tx: Tx, all: readonly { toolId: string; cells: KeptCells }[]): Promise<void> {
  const written = all.filter(({ cells }) => KEPT.some((column) => cells[column] !== undefined));
  const costs = written.flatMap(({ toolId, cells: { cost } }) => (cost === undefined ? [] : [{ toolId, cost }]));
  const gone = costs.filter(({ cost }) => cost === null).map(({ toolId }) => toolId);
  if (gone.length > 0) await tx.delete(toolCosts).where(inArray(toolCosts.toolId, gone));
  const said = costs.flatMap(({ toolId, cost }) => (cost === null ? [] : [{ toolId, costCents: cents(cost) }]));
  if (said.length > 0)
    await tx
      .insert(toolCosts)
      .values(said)
      .onConflictDoUpdate({ target: toolCosts.toolId, set: { costCents: sql`excluded.cost_cents` } });
  for (const [column, name] of [
    ['bin', 'bin'],
    ['imageFile', 'pictureFile'],
  ] as const) {
    const rows = written.flatMap(({ toolId, cells }) =>
      cells[column] === undefined ? [] : [{ toolId, [name]: cells[column] }],
    );
    if (rows.length === 0) continue;
    const set = name === 'bin' ? { bin: sql`excluded.bin` } : { pictureFile: sql`excluded.picture_file` };
    await tx.insert(toolKeeping).values(rows).onConflictDoUpdate({ target: toolKeeping.toolId, set });
  }
}

/** Where tools lie, by their ids. */
export async function binsOf(db: Db, toolIds: readonly string[]): Promise<Record<string, string>> {
  if (toolIds.length === 0) return {};
  const rows = await db
    .select({ toolId: toolKeeping.toolId, bin: toolKeeping.bin })
    .from(toolKeeping)
    .where(inArray(toolKeeping.toolId, [...toolIds]));
  return Object.fromEntries(rows.flatMap(({ toolId, bin }) => (bin === null ? [] : [[toolId, bin]])));
}
