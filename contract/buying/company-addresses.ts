import type { z } from 'zod';
import { Address, NewAddress } from '../people/addresses.ts';

/**
 * What is kept in the address book of a company: where its goods go. Its VAT number and where its invoices go are among its own
 * facts.
 */
export const NewCompanyAddress = NewAddress.omit({ vatId: true, isInvoiceDefault: true });
export type NewCompanyAddress = z.output<typeof NewCompanyAddress>;

export const CompanyAddress = Address.omit({ vatId: true, isInvoiceDefault: true });
export type CompanyAddress = z.infer<typeof CompanyAddress>;
