import { inEnglish, type Sentence, sentence } from '../sentences.ts';
import type { Order } from './orders.ts';

type Judged = Pick<Order, 'approval' | 'orderedBy' | 'costCentre'>;

/** Each limit that an order is above, as screens say it. @param order whose approval waits or was decided */
export function reasonsOf(order: Judged, currency: string): string[] {
  return reasonSentences(order, currency).map(inEnglish);
}

/** The same, to be said in a language. */
export function reasonSentences(order: Judged, currency: string): Sentence[] {
  const { name } = order.orderedBy;
  return (order.approval?.reasons ?? []).map((reason) => {
    const limit = { amount: reason.limit, currency };
    const sum = { amount: reason.sum, currency };
    switch (reason.code) {
      case 'ORDER_LIMIT':
        return sentence('{name} may order up to {limit} without approval; this order comes to {sum}.', {
          name,
          limit,
          sum,
        });
      case 'MONTH_LIMIT':
        return sentence(
          '{name} may order up to {limit} a month without approval; this order brings the month to {sum}.',
          { name, limit, sum },
        );
      case 'COST_CENTRE_LIMIT':
        return sentence(
          'The cost centre {centre} may spend {limit} a month without approval; this order brings the month to {sum}.',
          { centre: order.costCentre ?? '', limit, sum },
        );
    }
  });
}
