import type { PackedLine } from '#contract/buying/units.ts';
import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import type { OrderLine } from '#contract/buying/orders.ts';
import { money, pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
import { perUnit } from '#web/shell/price-words.ts';
import type { BasketLine } from './basket.ts';
import { lineProblemText } from './line-problem.ts';

type Ordered = Pick<OrderLine, 'toolId' | 'tool' | 'quantity' | 'unitPrice' | 'priceUnit'> & Pick<PackedLine, 'pack'>;

/** What ordering again comes to: the lines for the basket, and what is not as it was, tool by tool. */
export interface Again {
  lines: BasketLine[];
  differences: { toolId: string; tool: string; what: string }[];
}

/**
 * Compares an order's lines with what the shop says of them now. A quantity that can no longer be ordered becomes the
 * nearest one that can; a tool of which nothing can be ordered stays out. What lies in the basket stays there, and of a
 * tool that is in both the larger quantity wins, as when a visitor signs in: asking twice never orders twice.
 */
export function orderAgain(ordered: readonly Ordered[], priced: Priced, basket: readonly BasketLine[]): Again {
  const now = new Map(priced.lines.map((line) => [line.toolId, line]));
  const inBasket = new Map(basket.map(({ toolId, quantity }) => [toolId, quantity]));
  const again: Again = { lines: [], differences: [] };
  for (const line of ordered) {
    const { toolId, tool } = line;
    const quantity = quantityNow(line, now.get(toolId));
    const what = differenceOf(line, now.get(toolId), quantity);
    if (what !== null) again.differences.push({ toolId, tool, what });
    if (quantity > (inBasket.get(toolId) ?? 0))
      again.lines.push({ toolId, quantity, ...packNow(line, now.get(toolId)) });
  }
  return again;
}

/** The pack that it was ordered in, where its tool still has such a one. */
function packNow({ pack }: Ordered, line: PricedLine | undefined): Pick<BasketLine, 'pack'> {
  const isThere = line?.packs?.some(({ code, pieces: holds }) => code === pack?.code && holds === pack.pieces);
  return pack && isThere ? { pack } : {};
}

function quantityNow({ quantity }: Ordered, line: PricedLine | undefined): number {
  if (!line || line.problem === 'TOOL_NOT_FOUND') return 0;
  return line.problem === null ? quantity : (line.suggestion ?? 0);
}

function differenceOf(ordered: Ordered, line: PricedLine | undefined, quantity: number): string | null {
  if (!line || line.problem === 'TOOL_NOT_FOUND') return say('No longer sold: left out.');
  if (line.problem !== null) {
    const taken =
      quantity === 0
        ? say('Left out.')
        : say('{count} instead of {count2, plural, one {# piece} other {# pieces}}.', {
            count: pieces(quantity),
            count2: ordered.quantity,
          });
    return `${lineProblemText(line.problem, line)} ${taken}`;
  }
  const { unitPrice, priceUnit } = line;
  if (
    unitPrice === null ||
    priceUnit === null ||
    Math.round(unitPrice * 100) * ordered.priceUnit === Math.round(ordered.unitPrice * 100) * priceUnit
  )
    return null;
  const was =
    priceUnit === ordered.priceUnit
      ? money(ordered.unitPrice)
      : `${money(ordered.unitPrice)} ${perUnit(ordered.priceUnit)}`;
  return say('Now {price} {unit}; it was {was}.', { price: money(unitPrice), unit: perUnit(priceUnit), was });
}
