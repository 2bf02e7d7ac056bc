import type { BackToStock, RefundLine } from '#contract/money/refunds.ts';
import type { Issue } from '#contract/errors.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { OrderedLine } from '#server/money/shipments/left-to-ship.ts';

/** Pieces of one line whose money goes back. */
export interface RefundedPieces {
  toolId: string;
  quantity: number;
  /** Of them, those that had not left the house. */
  unshipped: number;
  /** Of them, those that go back into stock. */
  restocked: number;
  /** Cents without tax. */
  netCents: number;
}

/**
 * The pieces of lines that are asked for.
 * @throws AppError MORE_THAN_ORDERED with an issue for each line of which not so many are left to give back
 */
export function piecesOfLines(lines: RefundLine[], ordered: OrderedLine[], backToStock: BackToStock): RefundedPieces[] {
  const byTool = new Map(ordered.map((line) => [line.toolId, line]));
  const issues = lines.flatMap((line, index) => issueOf(line, index, byTool.get(line.toolId)));
  const [first] = issues;
  if (first) {
    const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, left: first['left'] };
    throw new AppError('MORE_THAN_ORDERED', `${first.message}.`, { facts, issues });
  }
  return lines.map(({ toolId, quantity, shipped }) => {
    const line = byTool.get(toolId)!;
    return taken(line, quantity, quantity - (shipped ?? Math.max(0, quantity - line.left)), backToStock);
  });
}

/** All pieces whose money was not given back before. */
export function piecesOfRest(ordered: OrderedLine[], backToStock: BackToStock): RefundedPieces[] {
  return ordered
    .filter(({ quantity, refunded }) => quantity > refunded)
    .map((line) => taken(line, line.quantity - line.refunded, line.left, backToStock));
}

function taken(line: OrderedLine, quantity: number, unshipped: number, backToStock: BackToStock): RefundedPieces {
  const restocked = { none: 0, unshipped, all: quantity }[backToStock];
  return { toolId: line.toolId, quantity, unshipped, restocked, netCents: quantity * line.unitPriceCents };
}

function issueOf({ quantity, shipped }: RefundLine, index: number, line: OrderedLine | undefined): Issue[] {
  const issue = (field: string, message: string, left: number): Issue[] => [
    { path: `lines.${index}.${field}`, code: 'MORE_THAN_ORDERED', message, left },
  ];
  if (!line) return issue('toolId', 'This tool is not in the order', 0);
  const left = line.quantity - line.refunded;
  if (quantity > left) {
    const message =
      left === 0 ? 'All of this tool was given back' : `Only ${count(left)} of this tool can be given back`;
    return issue('quantity', message, left);
  }
  const gone = line.shipped - line.refundedShipped;
  if (shipped !== undefined && shipped > gone)
    return issue('shipped', `Only ${count(gone)} of these pieces have left the house`, gone);
  if (shipped !== undefined && quantity - shipped > line.left)
    return issue('shipped', `Only ${count(line.left)} of these pieces are still in the house`, line.left);
  return [];
}

function count(pieces: number): string {
  return pieces.toLocaleString('en-US');
}
