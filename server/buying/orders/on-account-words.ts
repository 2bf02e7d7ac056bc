import type { Order } from '#contract/buying/orders.ts';
import { writtenDay } from '#contract/days.ts';

/** How a letter says that an order is owed by its company: with which invoice, or that each delivery brings one. */
export function onAccountWords({ invoiceNumber, dueAt }: Pick<Order, 'invoiceNumber' | 'dueAt'>): string {
  if (invoiceNumber === undefined || dueAt === null)
    return 'It is on account: you get an invoice with each delivery, to be paid within your terms.';
  return `It is on account: invoice ${invoiceNumber}, due ${writtenDay(dueAt)}.`;
}
