import { type CountUnit, inPieces, type PackedLine } from '#contract/buying/units.ts';
import type { LineCandidate, PastedLine } from '#contract/buying/order-lines.ts';

/** A row of the pad: what stood in a paste, or was typed, and what was made of it. */
export interface PadRow extends Pick<PastedLine, 'text' | 'toolId' | 'tool' | 'sku' | 'quantity' | 'candidates'> {
  key: string;
  /** The pack that its pieces are counted in. */
  pack?: CountUnit | undefined;
  /** What was written that the tool was taken for, by its words or by hand. */
  takenFor?: string;
  /** No tool has this number or name; its candidates are similar. */
  unknown?: true;
  /** What the list counted in, where that is not known to be pieces, and what it may mean. */
  counted?: { unit: string; count: number; units?: CountUnit[] };
  /** The list was so long that this row was not looked for. */
  notLookedUp?: true;
  /** It was too long to be read. */
  tooLong?: boolean;
}

let count = 0;
const newKey = () => `${Date.now().toString(36)}-${count++}`;

/** The rows with those of a paste behind them; a tool that has a row already gets more pieces. */
export function withPasted(rows: readonly PadRow[], pasted: readonly PastedLine[]): PadRow[] {
  const result = [...rows];
  for (const each of pasted) {
    const { text, toolId, tool, sku, quantity, candidates, problem, lookedUp, unit, unitQuantity, units } = each;
    const { pack } = quantity === null ? {} : inPieces({ ...each, toolId: '', quantity });
    const takenFor = each.taken ? { takenFor: text } : {};
    const same = result.findIndex((row) => row.toolId !== null && row.toolId === toolId && row.quantity !== null);
    const there = result[same];
    if (there && quantity !== null) result[same] = joined(there, { quantity, pack, text });
    else {
      const row: PadRow = { key: newKey(), text, toolId, tool, sku, quantity, pack, candidates, ...takenFor };
      if (problem === 'NOT_FOUND') row.unknown = true;
      if (problem === 'NOT_FOUND' && !lookedUp) row.notLookedUp = true;
      if (quantity === null && unit !== null && unitQuantity !== null)
        row.counted = { unit, count: unitQuantity, units };
      if (problem === 'TOO_LONG') row.tooLong = true;
      result.push(row);
    }
  }
  return result;
}

/** A row with more pieces of its tool: in its pack where both are counted in it. */
function joined(row: PadRow, more: Pick<PadRow, 'quantity' | 'pack' | 'text'>): PadRow {
  const pack = row.pack?.code === more.pack?.code ? row.pack : undefined;
  return { ...row, pack, quantity: (row.quantity ?? 0) + (more.quantity ?? 0), text: `${row.text}\n${more.text}` };
}

/** What was pasted stays in sight beside the tool that was chosen for it. */
function takenFor({ text }: PadRow): Pick<PadRow, 'takenFor'> {
  return text === '' ? {} : { takenFor: text };
}

/** Rows of which it is not known what they mean, though something is offered. */
export function suggested(rows: readonly PadRow[]): PadRow[] {
  return rows.filter(({ toolId, candidates }) => toolId === null && candidates.length > 0);
}

/** The rows with the first of what is offered taken for each that has no tool yet. */
export function withSuggestions(rows: readonly PadRow[]): PadRow[] {
  return suggested(rows).reduce<PadRow[]>(
    (now, { key, candidates: [first] }) => (first ? withChosen(now, key, first) : now),
    [...rows],
  );
}

/** Whether somebody has to look at the row before it can be ordered. */
export function needsAttention(row: PadRow, line: { problem: unknown } | undefined): boolean {
  return row.toolId === null || row.quantity === null || row.quantity === 0 || Boolean(line?.problem);
}

/** A row with a tool that was chosen for it; a row of the same tool takes its pieces, so that each tool has one line. */
export function withChosen(rows: readonly PadRow[], key: string, tool: LineCandidate): PadRow[] {
  const chosen = rows.find((row) => row.key === key);
  if (!chosen) return [...rows];
  const same = rows.find((row) => row.key !== key && row.toolId === tool.toolId && row.quantity !== null);
  if (!same || chosen.quantity === null)
    return rows.map((row) => (row.key === key ? { ...row, ...tool, candidates: [], ...takenFor(row) } : row));
  return rows.filter((row) => row.key !== key).map((row) => (row === same ? joined(row, chosen) : row));
}

/** A new row with a tool, or more pieces in the row that has it. */
export function withTyped(rows: readonly PadRow[], tool: LineCandidate, quantity: number, pack?: CountUnit): PadRow[] {
  const key = newKey();
  return withChosen([...rows, { key, text: '', candidates: [], ...tool, toolId: null, quantity, pack }], key, tool);
}

/** The rows that can be priced: each tool once. */
export function linesOf(rows: readonly PadRow[]): PackedLine[] {
  const lines = new Map<string, PackedLine>();
  for (const { toolId, quantity, pack } of rows) {
    if (toolId === null || quantity === null || quantity <= 0) continue;
    const there = lines.get(toolId);
    const same = !there || there.pack?.code === pack?.code ? pack : undefined;
    lines.set(toolId, { toolId, quantity: (there?.quantity ?? 0) + quantity, ...(same && { pack: same }) });
  }
  return [...lines.values()];
}
