import { z } from 'zod';

/** What was done with an order beside paying and shipping: placed by the shop for its customer, or changed. */
export const OrderEvent = z.object({
  _id: z.string(),
  kind: z.enum(['placed', 'changed']),
  by: z.enum(['customer', 'shop']),
  /** The e-mail address of whoever did it; for staff alone. */
  actor: z.string().optional(),
  /** What it was and what it is, by field. */
  changed: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
  createdAt: z.string(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;
