import { z } from 'zod';

/**
 * What was done with an order: placed by the shop for its customer, changed, a payment of it taken back (`_id` is the transfer's
 * or the account's entry), or what came too much given back. For staff alone also who of them shipped (`_id` is the shipment's), gave money back (the refund's) or
 * recorded a transfer, which the order tells of.
 */
export const OrderEvent = z.object({
  _id: z.string(),
  kind: z.enum(['placed', 'changed', 'shipped', 'refunded', 'paid', 'payment-undone', 'given-back']),
  by: z.enum(['customer', 'shop']),
  /** The e-mail address of whoever did it; for staff alone. */
  actor: z.string().optional(),
  /** What it was and what it is, by field. */
  changed: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
  createdAt: z.string(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;
