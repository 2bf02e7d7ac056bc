import type { Tx } from '#server/engine/db/client.ts';
import { type CreditByInvoice, creditOfPieces, readInvoiced } from '#server/money/payments/credit-by-invoice.ts';
import { taxedLines, tooLarge, whatIsLeft } from '#server/money/payments/what-goes-back.ts';
import { piecesOfLines, type RefundedPieces } from '#server/money/payments/refunded-pieces.ts';
import { leftToShip, type OrderedLine } from '#server/money/shipments/left-to-ship.ts';
import type { LockedReturn } from './lock-return.ts';

/** What pieces of a return cost in its order, and what of the order can still be given back. Cents; `taxCents` is in `grossCents`. */
export interface ReturnPrice {
  grossCents: number;
  taxCents: number;
  refundable: number;
  pieces: RefundedPieces[];
  /** Of an order that is invoiced as it leaves: what of each invoice. */
  credit?: CreditByInvoice;
}

/** The lines of the order of an open return as they are without it: pieces that are in others, or were given back, are taken off. */
async function linesWithout(tx: Tx, { order, lines }: LockedReturn): Promise<OrderedLine[]> {
  // What was settled stays taken.
  const held = new Map(lines.map(({ toolId, quantity, settled }) => [toolId, quantity - settled]));
  const ordered = await leftToShip(tx, order.id);
  return ordered.map((line) => ({ ...line, returned: line.returned - (held.get(line.toolId) ?? 0) }));
}

/**
 * What pieces of a return cost, those that it is about and that are not settled unless others are named.
 * @throws AppError MORE_THAN_SHIPPED, MORE_THAN_ORDERED where they were given back otherwise
 */
export async function priceOfReturn(
  tx: Tx,
  locked: LockedReturn,
  wanted?: readonly { toolId: string; quantity: number }[],
): Promise<ReturnPrice> {
  const { order, lines } = locked;
  const asked =
    wanted ??
    lines.flatMap(({ toolId, quantity, settled }) =>
      quantity > settled ? [{ toolId, quantity: quantity - settled }] : [],
    );
  const ordered = await linesWithout(tx, locked);
  const given = piecesOfLines(
    asked.map(({ toolId, quantity }) => ({ toolId, quantity, shipped: quantity })),
    ordered,
    'none',
  );
  const { promised, refundable, taxLeft } = await whatIsLeft(tx, order);
  if (order.toInvoiceCents !== null) {
    const credit = creditOfPieces(await readInvoiced(tx, order, ordered), given);
    if (credit === null) throw await tooLarge(tx, refundable, 'lines');
    return { grossCents: credit.amountCents, taxCents: credit.taxCents, refundable, pieces: credit.pieces, credit };
  }
  const { net, pieces, ...taxed } = taxedLines(order, promised, given);
  const taxCents = Math.max(0, Math.min(taxed.taxCents, taxLeft));
  return { grossCents: net + taxCents, taxCents, refundable, pieces };
}
