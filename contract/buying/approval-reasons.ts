import { formatMoney } from '../money.ts';
import type { Order } from './orders.ts';

/** Each limit that an order is above, as a sentence. @param order whose approval waits or was decided */
export function reasonsOf(order: Pick<Order, 'approval' | 'orderedBy' | 'costCentre'>, currency: string): string[] {
  const money = (amount: number) => formatMoney(amount, currency);
  return (order.approval?.reasons ?? []).map(({ code, limit, sum }) => {
    switch (code) {
      case 'ORDER_LIMIT':
        return `${order.orderedBy.name} may order up to ${money(limit)} without approval; this order comes to ${money(sum)}.`;
      case 'MONTH_LIMIT':
        return `${order.orderedBy.name} may order up to ${money(limit)} a month without approval; this order brings the month to ${money(sum)}.`;
      case 'COST_CENTRE_LIMIT':
        return `The cost centre ${order.costCentre ?? ''} may spend ${money(limit)} a month without approval; this order brings the month to ${money(sum)}.`;
    }
  });
}
