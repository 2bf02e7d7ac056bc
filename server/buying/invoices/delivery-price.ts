import { lineCents } from '#contract/buying/line-cents.ts';
import { taxOn } from '#contract/buying/pricing.ts';
import type { PaperPart } from '#server/buying/order-tables/invoices.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';

type Order = Pick<
  typeof orders.$inferSelect,
  'totalCents' | 'taxCents' | 'taxPercent' | 'freightCents' | 'surchargeCents' | 'toInvoiceCents'
>;

/** A line of an order with what left the house of it before, in pieces. */
export interface LeavingLine {
  toolId: string;
  unitPriceCents: number;
  priceUnit: number;
  shipped: number;
  /** What leaves now. */
  quantity: number;
}

/** What the invoices of an order come to so far, in cents. */
export interface Invoiced {
  count: number;
  netCents: number;
  taxCents: number;
}

/** A sum with the tax in it, and what it is of. */
export interface PricedPart {
  totalCents: number;
  taxCents: number;
  part: PaperPart;
}

/**
 * What a shipment of an order is invoiced with: its pieces, with the first freight and surcharge, and the tax on all that is invoiced so
 * far less the tax invoiced before. Lines are rounded over all pieces that left so far, so that those of a whole line come to the line.
 * @param isLast nothing of the order is left to ship: it is invoiced with all that is to be invoiced yet
 */
export function priceOfDelivery(
  order: Order,
  before: Invoiced,
  leaving: readonly LeavingLine[],
  isLast: boolean,
): PricedPart {
  const isFirst = before.count === 0;
  const part: PaperPart = {
    lines: leaving.map(({ toolId, quantity, shipped, unitPriceCents, priceUnit }) => {
      const upTo = (pieces: number) => Number(lineCents(pieces, unitPriceCents, priceUnit));
      return { toolId, quantity, netCents: upTo(shipped + quantity) - upTo(shipped) };
    }),
    freightCents: isFirst ? order.freightCents : 0,
    surchargeCents: isFirst ? order.surchargeCents : 0,
  };
  const netCents = netOf(part);
  const taxCents = isLast
    ? (order.toInvoiceCents ?? 0) - netCents
    : taxUpTo(order, before.netCents + netCents) - before.taxCents;
  return { totalCents: netCents + taxCents, taxCents, part };
}

/** Its lines with freight and surcharge, in cents. */
export function netOf({ lines, freightCents, surchargeCents }: PaperPart): number {
  return lines.reduce((sum, line) => sum + line.netCents, freightCents + surchargeCents);
}

/** The tax on so much of an order, in cents; on all of it, its own. */
export function taxUpTo({ totalCents, taxCents, taxPercent }: Omit<Order, 'toInvoiceCents'>, netCents: number): number {
  if (netCents === totalCents - taxCents) return taxCents;
  return taxPercent === null ? 0 : Number(taxOn(BigInt(netCents), taxPercent));
}
