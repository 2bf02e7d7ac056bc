import type { BodyInput } from '#contract/routes.ts';
import type { Address } from '#contract/people/addresses.ts';
import { type AddressParts, addressParts } from '#contract/people/address-lines.ts';
import { NO_BUYER } from './buyer-fields.tsx';

/** Delivered to an address in parts that is typed here. */
export const TYPED = '';
/** Delivered to an address in one text. */
export const AS_TEXT = 'text';
/** Invoiced to an address that is typed here. */
export const ELSEWHERE = 'elsewhere';

const NO_PARTS = { street: '', extra: '', postalCode: '', town: '', region: '' };

/** What a form asks for who buys, where it goes, and where the invoice goes. */
export const EMPTY_ORDER_FORM = {
  /** Of an order for somebody else: their e-mail address. */
  customer: '',
  ...NO_BUYER,
  /** `TYPED`, `AS_TEXT`, or the id of an address in the book. */
  deliverTo: TYPED,
  /** What was chosen as its country; empty: the shop's own. */
  country: '',
  address: '',
  deliveryAddress: NO_PARTS,
  keep: true,
  /** Empty: where the goods go. `ELSEWHERE`, or the id of an address in the book. */
  invoiceTo: '',
  invoiceAddress: { name: '', company: '', ...NO_PARTS, country: '' },
};
export type OrderForm = typeof EMPTY_ORDER_FORM;

/** What `POST /order` takes of it. @param country where the goods go */
export function addressesOfOrder(
  form: OrderForm,
  country: string,
): Pick<BodyInput<'addOrder'>, 'address' | 'deliveryAddress' | 'invoiceAddress'> {
  return {
    ...(form.deliverTo === AS_TEXT
      ? { address: form.address }
      : { deliveryAddress: { ...form.deliveryAddress, country } }),
    ...(form.invoiceTo === '' ? {} : { invoiceAddress: form.invoiceAddress }),
  };
}

/** What the fields of the form say once an address of the book is chosen for the delivery. */
export function deliveredTo(address: Address): Pick<OrderForm, 'deliverTo' | 'country' | 'deliveryAddress'> {
  const { country, ...parts } = addressParts(address);
  return { deliverTo: address._id, country, deliveryAddress: parts };
}

/** Where an order went, as it stands in the book; undefined where it does not. */
export function bookedAs(
  { deliveryAddress: went }: { deliveryAddress?: AddressParts | undefined },
  book: readonly Address[],
): Address | undefined {
  if (!went) return undefined;
  const asked = JSON.stringify(addressParts(went));
  return book.find((address) => JSON.stringify(addressParts(address)) === asked);
}

/** The same for the invoice. */
export function invoicedTo(address: Address): Pick<OrderForm, 'invoiceTo' | 'invoiceAddress'> {
  const { _id, name, company } = address;
  return { invoiceTo: _id, invoiceAddress: { name, company, ...addressParts(address) } };
}

/** The draft of a form as far as it has the form's own shape; anything else of it is left out. */
export function fromDraft<T extends object>(empty: T, draft: unknown): T {
  if (typeof draft !== 'object' || draft === null) return empty;
  return Object.fromEntries(
    Object.entries(empty).map(([name, value]) => {
      const kept: unknown = Reflect.get(draft, name);
      if (typeof value === 'object' && value !== null) return [name, fromDraft(value, kept)];
      return [name, typeof kept === typeof value ? kept : value];
    }),
  ) as T; // Each field of `empty`, with a value of its own type.
}
