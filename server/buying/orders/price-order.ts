import { moneyToCents } from '#contract/money.ts';
import type { NewOrder } from '#contract/buying/orders.ts';
import { type DeliveryTerms, type OrderTerms, sumUp, unitPrice } from '#contract/buying/pricing.ts';
import { lineProblem } from '#contract/buying/quantities.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import { inPieces } from '#server/buying/pricing/lines-in-pieces.ts';
import type { KnownTool } from '#server/buying/pricing/price-lines.ts';
import { type Clock, type Share, sharesOf } from '#contract/buying/stock-to-come.ts';
import type { LineRow } from './present-order.ts';
import {
  ambiguousTool,
  noDelivery,
  orderTooSmall,
  type RefusedLine,
  refusedLine,
  refuseLines,
  refuseSum,
} from './refusals.ts';

/** What a quote offered. Its lines carry its prices, and neither minimum nor step is asked for. */
export interface Offer {
  quoteId: string;
  freightCents: number;
  /** How its prices and quantities were said, by tool. */
  units: ReadonlyMap<string, { priceUnit: number; pack: CountUnit | null }>;
}

/** A line with from what it is served. */
export interface PlacedLine extends LineRow {
  shares: Share[];
}

/** What an order comes to. */
export interface PricedOrder {
  lines: PlacedLine[];
  pieces: number;
  weightGrams: number;
  freightCents: number;
  surchargeCents: number;
  taxCents: number;
  totalCents: number;
  delivery: Pick<DeliveryTerms, 'id' | 'name'>;
  /** Its working days; null where nobody said them. */
  days: DeliveryTerms['days'] | null;
  /** The tools of which less than their minimum is left. */
  low: string[];
}

/**
 * What an order costs, by the rules of `POST /price` (contract/buying/pricing.ts).
 * @param tools those that it names and that are for sale, at the buyer's prices
 * @throws AppError, in this order: AMBIGUOUS_TOOL, TOOL_NOT_FOUND, UNKNOWN_UNIT, BELOW_MINIMUM, NOT_A_MULTIPLE, OUT_OF_STOCK,
 *   ORDER_TOO_SMALL, NO_DELIVERY, ORDER_TOO_LARGE, 400 where it costs nothing, PRICE_MISMATCH
 */
export function priceOrder(
  wanted: NewOrder,
  tools: ReadonlyMap<string, KnownTool>,
  terms: OrderTerms,
  { currency, clock, offer }: { currency: string; clock: Clock; offer?: Offer | undefined },
): PricedOrder {
  const lines = linesOf(wanted, tools, offer);
  const { freight, surcharge, belowMinimum, tax, total, weight, delivery } = sumUp(
    lines.map(({ tool: { weightGrams }, ...line }) => ({ ...line, weightGrams })),
    offer ? agreedTerms(terms, offer) : terms,
  );
  if (belowMinimum?.surchargeCents === null) throw orderTooSmall(wanted, belowMinimum.goodsCents, currency);
  if (delivery === null || total === null) throw noDelivery(wanted);
  refuseSum(wanted, total, currency);
  return {
    lines: lines.map(({ tool, quantity, unitCents, priceUnit, pack }) => ({
      toolId: tool.id,
      toolName: tool.name,
      sku: tool.sku,
      buyerNumber: tool.buyerNumber ?? null,
      unitPriceCents: unitCents,
      priceUnit,
      quantity,
      pack: pack && { code: pack.code, name: pack.name, pieces: pack.pieces },
      shares: sharesOf(tool, quantity, clock),
    })),
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    weightGrams: Number(weight),
    freightCents: Number(freight),
    surchargeCents: Number(surcharge),
    taxCents: Number(tax),
    totalCents: Number(total),
    delivery,
    days: offer && terms.ways.length === 0 ? null : delivery.days,
    low: lines.flatMap(({ tool, quantity }) => {
      const taken = Math.min(quantity, tool.availableQuantity);
      return taken > 0 && tool.availableQuantity - taken < tool.minOrderQuantity ? [tool.id] : [];
    }),
  };
}

interface Line {
  tool: KnownTool;
  quantity: number;
  unitCents: number;
  priceUnit: number;
  pack: CountUnit | null;
}

/** Its lines in the order in which they were sent, in pieces, each with its unit price. @throws AppError where one cannot be ordered */
function linesOf(wanted: NewOrder, tools: ReadonlyMap<string, KnownTool>, offer: Offer | undefined): Line[] {
  /** By their places. */
  const refused: Record<number, RefusedLine> = {};
  const inUnits = inPieces(namedLines(wanted, tools), tools, (refusal, index) => (refused[index] = refusal));
  const lines = inUnits.flatMap(({ toolId, quantity, pack = null, unitPrice: given = null }, index): Line[] => {
    const tool = tools.get(toolId);
    const terms = tool && offer ? { ...tool, minOrderQuantity: 1, quantityStep: 1 } : (tool ?? null);
    const problem = lineProblem(terms, quantity);
    if (problem !== null)
      refused[index] ??= refusedLine(problem, terms, quantity, wanted.lines ? `lines.${index}.` : '');
    if (!tool) return [];
    const givenCents = given === null ? null : moneyToCents(given);
    const said = offer?.units.get(toolId) ?? { priceUnit: tool.priceUnit, pack };
    return [{ tool, quantity, unitCents: givenCents ?? unitPrice(tool, quantity), ...said }];
  });
  refuseLines(Object.values(refused));
  return lines;
}

/** A name is enough where one tool alone has it. @throws AppError AMBIGUOUS_TOOL */
function namedLines(
  { lines, toolId, quantity }: NewOrder,
  tools: ReadonlyMap<string, KnownTool>,
): NonNullable<NewOrder['lines']> {
  if (lines !== undefined) return lines;
  if (toolId === undefined && tools.size > 1) throw ambiguousTool();
  const [named = ''] = tools.keys();
  return [{ toolId: toolId ?? named, quantity: quantity! }];
}

/** An accepted quote is as agreed, however small. Freight as agreed: by the first way that goes there, or by none that is known. */
function agreedTerms(terms: OrderTerms, { freightCents }: Offer): OrderTerms {
  const [way = { id: 'agreed', name: 'Delivery as agreed', countries: ['*'], days: [0, 0] as const }] = terms.ways;
  const agreed = { ...way, rates: [{ upTo: null, cents: freightCents }], freeFromCents: null };
  return { ...terms, offered: [agreed], ways: [agreed], minimum: null };
}
