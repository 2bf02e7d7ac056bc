import type { Order } from '#contract/buying/orders.ts';
import type { Words } from '#server/engine/words/words.ts';

/** How a letter says that an order is owed by its company: with which invoice, or that each delivery brings one. */
export function onAccountWords({ invoiceNumber, dueAt }: Pick<Order, 'invoiceNumber' | 'dueAt'>, say: Words): string {
  if (invoiceNumber === undefined || dueAt === null)
    return say('It is on account: you get an invoice with each delivery, to be paid within your terms.');
  return say('It is on account: invoice {invoice}, due {day}.', { invoice: invoiceNumber, day: say.written(dueAt) });
}
