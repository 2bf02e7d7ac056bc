import type { BackToStock, RefundLine } from '#contract/money/refunds.ts';
import { lineCents } from '#contract/buying/line-cents.ts';
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
 * The pieces of lines that are asked for: those that had left the house first, where a line does not say how many of them had.
 * @throws AppError MORE_THAN_ORDERED with an issue for each line of which not so many are left to give back, MORE_THAN_SHIPPED where
 *   the first of them says more shipped than left and were not given back
 */
export function piecesOfLines(lines: RefundLine[], ordered: OrderedLine[], backToStock: BackToStock): RefundedPieces[] {
  const byTool = new Map(ordered.map((line) => [line.toolId, line]));
  const issues = lines.flatMap((line, index) => issueOf(line, index, byTool.get(line.toolId)));
  const [first] = issues;
  if (first) {
    const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, left: first['left'] };
    throw new AppError(first.code, `${first.message}.`, { facts, issues });
  }
  return lines.map(({ toolId, quantity, shipped }) => {
    const line = byTool.get(toolId)!;
    return taken(line, quantity, quantity - (shipped ?? Math.min(quantity, gone(line))), backToStock);
  });
}

/** All pieces whose money was not given back before, but for those in returns. */
export function piecesOfRest(ordered: OrderedLine[], backToStock: BackToStock): RefundedPieces[] {
  return ordered
    .filter((line) => refundable(line) > 0)
    .map((line) => taken(line, refundable(line), line.left, backToStock));
}

/** Pieces whose money can still be given back by a refund. */
function refundable({ quantity, refunded, returned }: OrderedLine): number {
  return quantity - refunded - returned;
}

function taken(line: OrderedLine, quantity: number, unshipped: number, backToStock: BackToStock): RefundedPieces {
  const restocked = { none: 0, unshipped, all: quantity }[backToStock];
  return { toolId: line.toolId, quantity, unshipped, restocked, netCents: priceOfPieces(line, quantity) };
}

/** What further pieces of a line cost, in cents: rounded over all given back so far, so that those of a whole line come to the line. */
export function priceOfPieces({ refunded, unitPriceCents, priceUnit }: OrderedLine, quantity: number): number {
  const upTo = (pieces: number) => Number(lineCents(pieces, unitPriceCents, priceUnit));
  return upTo(refunded + quantity) - upTo(refunded);
}

/** Pieces that have left the house, whose money was not given back and that no return is about. */
export function gone({ shipped, refundedShipped, returned }: OrderedLine): number {
  return shipped - refundedShipped - returned;
}

type TooMany = Issue & { code: 'MORE_THAN_ORDERED' | 'MORE_THAN_SHIPPED' };

function issueOf({ quantity, shipped }: RefundLine, index: number, line: OrderedLine | undefined): TooMany[] {
  const issue = (field: string, message: string, left: number, code: TooMany['code'] = 'MORE_THAN_ORDERED') => [
    { path: `lines.${index}.${field}`, code, message, left },
  ];
  if (!line) return issue('toolId', 'This tool is not in the order', 0);
  const left = refundable(line);
  if (quantity > left) {
    const message =
      left === 0 ? 'All of this tool has been refunded' : `Only ${count(left)} of this tool can be refunded`;
    const inReturns = line.returned > 0 ? `: ${count(line.returned)} are part of a return, which settles them` : '';
    return issue(
      'quantity',
      (left === 0 && inReturns ? 'None of this tool can be refunded' : message) + inReturns,
      left,
    );
  }
  const most = gone(line);
  if (shipped !== undefined && shipped > most)
    return issue('shipped', moreThanShipped(line, most), most, 'MORE_THAN_SHIPPED');
  if (shipped !== undefined && quantity - shipped > line.left)
    return issue(
      'shipped',
      `Only ${count(line.left)} of these pieces ${line.left === 1 ? 'is' : 'are'} still to be shipped`,
      line.left,
    );
  return [];
}

/** @param most of what was shipped, how many were not given back */
function moreThanShipped({ shipped, returned }: OrderedLine, most: number): string {
  if (shipped === 0) return 'None of these pieces have been shipped';
  if (most === 0)
    return `All shipped pieces have already been refunded${returned > 0 ? ', or are part of a return' : ''}`;
  return most === shipped
    ? `Only ${count(most)} of these pieces ${most === 1 ? 'has' : 'have'} been shipped`
    : `Only ${count(most)} of the shipped pieces ${most === 1 ? 'is' : 'are'} left to refund`;
}

function count(pieces: number): string {
  return pieces.toLocaleString('en-US');
}
