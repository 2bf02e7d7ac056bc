import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import type { BackToStock, RefundLine } from '#contract/money/refunds.ts';
import { lineCents } from '#contract/buying/line-cents.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';
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
    throw new AppError(first.code, ended(first.message), { facts, issues });
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

type TooMany = Complaint & { code: 'MORE_THAN_ORDERED' | 'MORE_THAN_SHIPPED' };

function issueOf({ quantity, shipped }: RefundLine, index: number, line: OrderedLine | undefined): TooMany[] {
  const issue = (field: string, message: Sentence, left: number, code: TooMany['code'] = 'MORE_THAN_ORDERED') => [
    { path: `lines.${index}.${field}`, code, message, left },
  ];
  if (!line) return issue('toolId', sentence('This tool is not in the order'), 0);
  const left = refundable(line);
  if (quantity > left) {
    return issue('quantity', moreThanLeft(left, line.returned), left);
  }
  const most = gone(line);
  if (shipped !== undefined && shipped > most)
    return issue('shipped', moreThanShipped(line, most), most, 'MORE_THAN_SHIPPED');
  if (shipped !== undefined && quantity - shipped > line.left)
    return issue(
      'shipped',
      sentence('Only {left, plural, one {# of these pieces is} other {# of these pieces are}} still to be shipped', {
        left: line.left,
      }),
      line.left,
    );
  return [];
}

/** @param most of what was shipped, how many were not given back */
function moreThanShipped({ shipped, returned }: OrderedLine, most: number): Sentence {
  if (shipped === 0) return sentence('None of these pieces have been shipped');
  if (most === 0)
    return returned > 0
      ? sentence('All shipped pieces have already been refunded, or are part of a return')
      : sentence('All shipped pieces have already been refunded');
  return most === shipped
    ? sentence('Only {most, plural, one {# of these pieces has} other {# of these pieces have}} been shipped', { most })
    : sentence(
        'Only {most, plural, one {# of the shipped pieces is} other {# of the shipped pieces are}} left to refund',
        {
          most,
        },
      );
}

function moreThanLeft(left: number, returned: number): Sentence {
  const message =
    left > 0
      ? sentence('Only {left, number} of this tool can be refunded', { left })
      : returned > 0
        ? sentence('None of this tool can be refunded')
        : sentence('All of this tool has been refunded');
  if (returned === 0) return message;
  return sentence('{message}: {returned, plural, one {# is} other {# are}} part of a return, which settles them', {
    message,
    returned,
  });
}
