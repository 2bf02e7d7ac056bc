import { z } from 'zod';
import { bounded } from './text.ts';

/** Where e-invoices go by Peppol: a scheme of the EAS list and the number in it, as 9930:DE136695976. Empty: nowhere. */
export const PeppolId = z.union(
  [
    z.literal(''),
    bounded(64, 'A Peppol address has at most 64 characters').regex(/^(?:\d{4}|[A-Z]{2}):[\w.:+@/-]{1,59}$/),
  ],
  'Give the Peppol address as scheme:number, such as 9930:DE136695976',
);
