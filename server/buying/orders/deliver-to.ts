import type { Order } from '#contract/buying/orders.ts';
import { inCountry } from '#contract/in-country.ts';
import type { Words } from '#server/engine/words/words.ts';
import { plainLines } from '#server/people/mail/plain-name.ts';

type Receiver = Pick<Order, 'name' | 'company' | 'address' | 'country'>;

/** Where an order goes, on one line of a letter. */
export function addressLine({ name, company, address, country }: Receiver, say: Words): string {
  return plainLines(name, company, inCountry(address, country, say.country));
}

/** The same as a sentence. */
export function deliverTo(order: Receiver, say: Words): string {
  return say('Deliver to: {address}', { address: addressLine(order, say) });
}
