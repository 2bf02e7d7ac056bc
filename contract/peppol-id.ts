import { z } from 'zod';

/** Where e-invoices go by Peppol: a scheme of the EAS list and the number in it, as 9930:DE136695976. Empty: nowhere. */
export const PeppolId = z.union(
  [z.literal(''), z.string().regex(/^(?:\d{4}|[A-Z]{2}):[\w.:+@/-]{1,60}$/)],
  'Give the Peppol address as scheme:number, such as 9930:DE136695976',
);
