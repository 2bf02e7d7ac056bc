import type { z } from 'zod';
import { Address, NewAddress } from '../people/addresses.ts';

/**
 * What is kept in the address book of a firm: where its goods go. Its VAT number and where its invoices go are among its own
 * facts.
 */
export const NewFirmAddress = NewAddress.omit({ vatId: true, isInvoiceDefault: true });
export type NewFirmAddress = z.output<typeof NewFirmAddress>;

export const FirmAddress = Address.omit({ vatId: true, isInvoiceDefault: true });
export type FirmAddress = z.infer<typeof FirmAddress>;
