import type { OrderEvent } from '#contract/buying/order-events.ts';

const FIELDS: Record<string, string> = {
  name: 'Name',
  company: 'Company',
  address: 'Delivery address',
  phone: 'Phone',
  purchaseOrder: 'Your order number',
  buyerReference: 'Your reference',
  note: 'Note',
};

/** An event of an order as a sentence; null where the order's own data say it and only the actor is new. */
export function eventInWords({ kind, by, actor, changed }: OrderEvent): string | null {
  if (kind === 'payment-undone') return `Payment by bank transfer undone${actor ? ` by ${actor}` : ''}`;
  if (kind === 'given-back') return `Overpayment returned by bank transfer${actor ? ` by ${actor}` : ''}`;
  if (kind !== 'placed' && kind !== 'changed') return null;
  const who = by === 'customer' ? 'the customer' : `us${actor ? ` (${actor})` : ''}`;
  if (kind === 'placed') return `Ordered by phone, entered by ${who}`;
  const what = Object.entries(changed).map(([field, { to }]) => {
    const said = to.replaceAll(/\s*\n\s*/g, ', ');
    return `${FIELDS[field] ?? field}: ${said === '' ? 'none' : said}`;
  });
  return `Changed by ${who}. ${what.join('; ')}`;
}
