import type { LineCandidate, PastedLine } from '#contract/buying/order-lines.ts';

/** A row of the pad: what stood in a paste, or was typed, and what was made of it. */
export interface PadRow extends Pick<PastedLine, 'text' | 'toolId' | 'tool' | 'sku' | 'quantity' | 'candidates'> {
  key: string;
  /** What was written where another name or number was taken for it. */
  readAs?: string;
  /** No tool has this number or name; its candidates are similar. */
  unknown?: true;
  /** What the list counted in, where that is not known to be pieces, and what it may mean. */
  counted?: { unit: string; count: number; pieces: number[] };
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
    const { text, toolId, tool, sku, quantity, candidates, problem, lookedUp, unit, unitQuantity, units } =
      withOnlyMatch(each);
    const readAs = each.toolId === toolId ? {} : { readAs: text };
    const same = result.findIndex((row) => row.toolId !== null && row.toolId === toolId && row.quantity !== null);
    const there = result[same];
    if (there && quantity !== null)
      result[same] = { ...there, quantity: (there.quantity ?? 0) + quantity, text: `${there.text}\n${text}` };
    else {
      const row: PadRow = { key: newKey(), text, toolId, tool, sku, quantity, candidates, ...readAs };
      if (problem === 'NOT_FOUND') row.unknown = true;
      if (problem === 'NOT_FOUND' && !lookedUp) row.notLookedUp = true;
      if (unit !== null && unitQuantity !== null)
        row.counted = { unit, count: unitQuantity, pieces: units.map((each) => each.pieces * unitQuantity) };
      if (problem === 'TOO_LONG') row.tooLong = true;
      result.push(row);
    }
  }
  return result;
}

/** A row whose words all match a single tool means that tool; what was written stays visible. */
function withOnlyMatch(line: PastedLine): PastedLine {
  const [only, ...others] = line.candidates;
  if (line.problem !== 'AMBIGUOUS' || !only || others.length > 0) return line;
  return { ...line, ...only, candidates: [], problem: null };
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
    return rows.map((row) => (row.key === key ? { ...row, ...tool, candidates: [] } : row));
  return rows
    .filter((row) => row.key !== key)
    .map((row) =>
      row === same
        ? { ...row, quantity: (row.quantity ?? 0) + (chosen.quantity ?? 0), text: `${row.text}\n${chosen.text}` }
        : row,
    );
}

/** A new row with a tool, or more pieces in the row that has it. */
export function withTyped(rows: readonly PadRow[], tool: LineCandidate, quantity: number): PadRow[] {
  const key = newKey();
  return withChosen([...rows, { key, text: '', candidates: [], ...tool, toolId: null, quantity }], key, tool);
}

/** The rows that can be priced: each tool once. */
export function linesOf(rows: readonly PadRow[]): { toolId: string; quantity: number }[] {
  const lines = new Map<string, number>();
  for (const { toolId, quantity } of rows)
    if (toolId !== null && quantity !== null && quantity > 0) lines.set(toolId, (lines.get(toolId) ?? 0) + quantity);
  return [...lines].map(([toolId, quantity]) => ({ toolId, quantity }));
}
