import { z } from 'zod';
import { Country } from '../countries.ts';
import { text } from '../text.ts';

/** How many addresses one customer may keep. */
export const MAX_ADDRESSES = 100;

/** Where something goes, in parts. Together they are an address of at most 500 characters. */
const parts = {
  street: text(1, 120, 'Street and number'),
  extra: text(0, 120, 'Further line').default(''),
  postalCode: text(0, 20, 'Postal code').default(''),
  town: text(1, 100, 'Town'),
  region: text(0, 100, 'State or region').default(''),
  country: Country,
};

export const PostalAddress = z.strictObject(parts, 'Send the address in parts: street, town, country and the rest');
export type PostalAddress = z.output<typeof PostalAddress>;

/** Whom an invoice is to, if not to whom the goods go. */
export const InvoiceAddress = z.strictObject(
  { name: text(0, 200, 'Name').default(''), company: text(0, 200, 'Company').default(''), ...parts },
  'Send the address in parts: name or company, street, town, country and the rest',
);
export type InvoiceAddress = z.output<typeof InvoiceAddress>;

/**
 * What is kept in the address book. The first address becomes the default for deliveries, and one that is made it takes it
 * from the other. That for invoices may be there or not. What is left out of a change stays as it is.
 */
export const NewAddress = z.strictObject({
  /** What its owner calls it, such as "Works" or "Site 4". */
  label: text(0, 80, 'Label').optional(),
  name: text(1, 200, 'Name'),
  company: text(0, 200, 'Company').default(''),
  ...parts,
  phone: text(1, 40, 'Phone'),
  /** Of whoever orders to it. */
  vatId: text(0, 20, 'VAT number').optional(),
  isDefault: z.boolean('isDefault must be true or false').default(false),
  isInvoiceDefault: z.boolean('isInvoiceDefault must be true or false').optional(),
});
export type NewAddress = z.output<typeof NewAddress>;

export const Address = z.object({
  _id: z.string(),
  label: z.string(),
  name: z.string(),
  company: z.string(),
  street: z.string(),
  extra: z.string(),
  postalCode: z.string(),
  town: z.string(),
  region: z.string(),
  country: z.string(),
  phone: z.string(),
  vatId: z.string(),
  isDefault: z.boolean(),
  isInvoiceDefault: z.boolean(),
});
export type Address = z.infer<typeof Address>;
