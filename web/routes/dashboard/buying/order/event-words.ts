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

/** What was done with an order, in a sentence; null for what the order tells itself, and only who did it is new. */
export function eventInWords({ kind, by, actor, changed }: OrderEvent): string | null {
  if (kind === 'payment-undone') return `Payment by bank transfer taken back${actor ? ` by ${actor}` : ''}`;
  if (kind === 'given-back') return `What came too much was given back by bank transfer${actor ? ` by ${actor}` : ''}`;
  if (kind !== 'placed' && kind !== 'changed') return null;
  const who = by === 'customer' ? 'its customer' : `us${actor ? ` (${actor})` : ''}`;
  if (kind === 'placed') return `Ordered on the telephone, by ${who}`;
  const what = Object.entries(changed).map(([field, { to }]) => {
    const said = to.replaceAll(/\s*\n\s*/g, ', ');
    return `${FIELDS[field] ?? field}: ${said === '' ? 'none' : said}`;
  });
  return `Changed by ${who}. ${what.join('; ')}`;
}
