import { z } from 'zod';
import { Paging } from './lists.ts';
import { ClaimedSum, Price, whole } from './numbers.ts';
import { Email, text } from './text.ts';

/** How many unpaid orders one customer may have at a time. */
export const MAX_OPEN_ORDERS = 20;

/** An order as its customer sees it. `price` is the total in dollars, `quantity` pieces. */
export const Order = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  tool: z.string(),
  toolId: z.string(),
  price: z.number(),
  quantity: z.number(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  /** Only on a paid order. */
  paidAt: z.string().optional(),
  /** Dollars that went back to the card; only there where some did. */
  refunded: z.number().optional(),
  createdAt: z.string(),
});
export type Order = z.infer<typeof Order>;

/** The purchase form's order. `price` and `email` are only compared with what the server knows. */
export const NewOrder = z
  .strictObject({
    name: text(1, 200, 'Name'),
    email: Email.optional(),
    address: text(1, 500, 'Address'),
    phone: text(1, 40, 'Phone'),
    tool: text(1, 200, 'Tool').optional(),
    toolId: text(1, 64, 'toolId').optional(),
    price: ClaimedSum.optional(),
    quantity: whole(1, Number.MAX_SAFE_INTEGER, 'Quantity must be a whole number of at least 1'),
  })
  .refine((order) => order.tool !== undefined || order.toolId !== undefined, {
    error: 'Name the tool',
    path: ['tool'],
  });
export type NewOrder = z.output<typeof NewOrder>;

export const OrderQuery = Paging.extend({ email: Email });

/** The card provider's answer, brought by the browser; the server believes none of it. */
export const OrderPayment = z.strictObject({
  order: z.unknown().optional(),
  transactionId: z
    .string('transactionId must be the id of a payment')
    .regex(/^\w{1,255}$/, 'transactionId must be the id of a payment'),
});

export const NewPaymentIntent = z.strictObject({
  price: ClaimedSum.optional(),
  order: z
    .union(
      [text(1, 64, 'order'), z.object({ _id: text(1, 64, 'order') }).transform((order) => order._id)],
      'order must be the _id of an order',
    )
    .optional(),
});

export const ClientSecret = z.object({ clientSecret: z.string() });

/** What an admin gives back of a paid order: `amount` in dollars, or all that is left. The customer sees the reason. */
export const NewRefund = z.strictObject({
  amount: Price.optional(),
  reason: text(1, 500, 'Reason'),
});
export type NewRefund = z.output<typeof NewRefund>;

/** Money on its way back (`due`), given back (`sent`), or not accepted by the card's bank (`failed`). `amount` is dollars. */
export const Refund = z.object({
  _id: z.string(),
  amount: z.number(),
  reason: z.string(),
  state: z.enum(['due', 'sent', 'failed']),
  createdAt: z.string(),
});
export type Refund = z.infer<typeof Refund>;
