import type { Order } from '#contract/buying/orders.ts';
import type { AcceptedOrder } from '#contract/buying/quotes.ts';
import type { Promises } from '#contract/catalogue/backorders.ts';
import type { KeptOffer } from '#server/buying/order-tables/quotes.sql.ts';

/** Where an order is served otherwise than its offer said; of lines of which the offer said nothing, nothing is said. */
export function changedPromises(
  offered: readonly Pick<KeptOffer, 'toolId' | 'promises'>[],
  lines: readonly Pick<Order['lines'][number], 'toolId' | 'tool' | 'quantity' | 'awaited'>[],
): AcceptedOrder['changedPromises'] {
  const said = new Map(offered.map(({ toolId, promises = [] }) => [toolId, promises]));
  return lines.flatMap((line) => {
    const was = said.get(line.toolId) ?? [];
    const now = servedFrom(line);
    return was.length === 0 || isSame(was, now) ? [] : [{ toolId: line.toolId, tool: line.tool, was, now }];
  });
}

/** What is to come, and the rest from the stock. */
function servedFrom({ quantity, awaited }: Pick<Order['lines'][number], 'quantity' | 'awaited'>): Promises {
  const stock = quantity - awaited.reduce((sum, each) => sum + each.quantity, 0);
  return [...(stock > 0 ? [{ quantity: stock, day: null }] : []), ...awaited];
}

function isSame(was: Promises, now: Promises): boolean {
  const written = (promises: Promises) => JSON.stringify(promises.map(({ quantity, day }) => [day, quantity]));
  return written(was) === written(now);
}
