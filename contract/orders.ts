import { z } from 'zod';
import { InvoiceAddress, PostalAddress } from './addresses.ts';
import { BankAccount } from './bank-account.ts';
import { Country } from './countries.ts';
import { Day } from './day.ts';
import { MAX_LINES } from './limits.ts';
import { Paging } from './lists.ts';
import { ClaimedSum, Price, whole } from './numbers.ts';
import { Email, text } from './text.ts';

/** How many unpaid orders one customer may have at a time. */
export const MAX_OPEN_ORDERS = 20;

/** How many lines of each order a list shows; `lineCount` says how many there are. */
export const LINES_IN_LISTS = 5;

/** So many pieces of one tool, as they were bought: name, SKU and unit price of that day. Money in dollars. */
export const OrderLine = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  unitPrice: z.number(),
  quantity: z.number(),
  price: z.number(),
  /** Pieces that have left the house. */
  shipped: z.number(),
  /** Pieces whose money was given back, or is on its way. */
  refunded: z.number(),
  /** Pieces that are still to leave the house. */
  left: z.number(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Pieces of an order that left the house together. */
export const Shipment = z.object({
  _id: z.string(),
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number() })),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  shippedAt: z.string(),
});
export type Shipment = z.infer<typeof Shipment>;

/** A refund that a buyer asked for: of these pieces, or of all. `answer` is why it was refused. */
export const RefundRequest = z.object({
  _id: z.string(),
  reason: z.string(),
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number() })),
  state: z.enum(['open', 'granted', 'refused']),
  answer: z.string().optional(),
  createdAt: z.string(),
  answeredAt: z.string().optional(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/**
 * An order as its customer sees it. Money in dollars, quantities in pieces. `price` is the total: goods, freight and tax.
 * An order of many lines has no one `toolId`, and its `tool` is "{first line's tool} and N more".
 */
export const Order = z.object({
  _id: z.string(),
  /** What people say on the telephone. */
  number: z.string(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  tool: z.string(),
  toolId: z.string().nullable(),
  /** In the order in which they were sent: all of them, in lists the first LINES_IN_LISTS. */
  lines: z.array(OrderLine),
  lineCount: z.number(),
  /** Pieces of all lines. */
  quantity: z.number(),
  goods: z.number(),
  freight: z.number(),
  tax: z.number(),
  /** What the tax is called, and how much of goods and freight it is; null where there is none. */
  taxName: z.string().nullable(),
  taxPercent: z.number().nullable(),
  /** Why there is no tax, as the papers say it. */
  taxNote: z.string().nullable(),
  price: z.number(),
  /** Where it goes: ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The delivery way's id, and its name and working days as they were when the order was placed. */
  delivery: z.string(),
  deliveryName: z.string(),
  deliveryDays: z.tuple([z.number(), z.number()]).nullable(),
  /** The day it leaves the house, in UTC: by when it was paid, or as if it were paid now. Null where it will not be paid any more. */
  leaves: z.string().nullable(),
  /** The first and the last day on which it arrives; null where the days are not known. */
  arrives: z.tuple([z.string(), z.string()]).nullable(),
  /** `address` in parts, where the buyer gave it so. */
  deliveryAddress: PostalAddress.optional(),
  /** Whom the invoice is to, where that is somebody or somewhere else. */
  invoiceAddress: InvoiceAddress.optional(),
  company: z.string(),
  vatId: z.string(),
  purchaseOrder: z.string(),
  note: z.string(),
  paid: z.boolean(),
  /** Until when its stock is held; only on an unpaid order. */
  holdUntil: z.string().optional(),
  transactionId: z.string().optional(),
  /** Only on a paid order. */
  paidAt: z.string().optional(),
  /** Only on a paid order. */
  paidBy: z.enum(['card', 'transfer']).optional(),
  /** Only where it was paid by bank transfer: the day on which the bank had the money, and the bank's reference. */
  transfer: z.object({ date: z.string(), reference: z.string() }).optional(),
  /** Only on a paid order. */
  invoiceNumber: z.string().optional(),
  /** Dollars that went back; only there where some did. */
  refunded: z.number().optional(),
  /** The latest refund that its buyer asked for. */
  refundRequest: RefundRequest.optional(),
  shipments: z.array(Shipment),
  /** How much of it has left the house; `all` also where the money of the rest was given back. */
  fulfilment: z.enum(['none', 'part', 'all']),
  createdAt: z.string(),
});
export type Order = z.infer<typeof Order>;

const Quantity = whole(1, Number.MAX_SAFE_INTEGER, 'Quantity must be a whole number of at least 1');

/** So many pieces of one tool, as a buyer asks for them. */
export const WantedLine = z.strictObject({ toolId: text(1, 64, 'toolId'), quantity: Quantity });
export type WantedLine = z.output<typeof WantedLine>;

/** Says at which line a tool comes again. */
export function refuseRepeatedTools(lines: readonly { toolId: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { toolId }] of lines.entries()) {
    if (seen.has(toolId))
      context.addIssue({ code: 'custom', path: [index, 'toolId'], message: 'This tool is on another line already' });
    seen.add(toolId);
  }
}

/** Lines of different tools. */
export const WantedLines = z
  .array(WantedLine, 'lines must be a list of { toolId, quantity }')
  .min(1, 'Give at least one line')
  .max(MAX_LINES, 'There may be at most 1,000 lines')
  .superRefine(refuseRepeatedTools);

/** What the papers and the carrier need to know, and the owner may change until the order is paid. */
const contactFields = {
  name: text(1, 200, 'Name'),
  address: text(1, 500, 'Address'),
  phone: text(1, 40, 'Phone'),
};
const paperFields = {
  company: text(0, 200, 'Company').optional(),
  purchaseOrder: text(0, 64, 'Purchase order number').optional(),
  note: text(0, 1000, 'Note').optional(),
};

/**
 * An order: of one tool, as the purchase form sends it, or of `lines`. `price` and `email` are only compared with what
 * the server knows.
 */
export const NewOrder = z
  .strictObject({
    ...contactFields,
    address: contactFields.address.optional(),
    /** Instead of `address`, in parts; it says the country, too. */
    deliveryAddress: PostalAddress.optional(),
    invoiceAddress: InvoiceAddress.optional(),
    ...paperFields,
    email: Email.optional(),
    /** The e-mail address of the customer for whom staff place it. */
    customer: Email.optional(),
    tool: text(1, 200, 'Tool').optional(),
    toolId: text(1, 64, 'toolId').optional(),
    quantity: Quantity.optional(),
    lines: WantedLines.optional(),
    /** Of goods, freight and tax. */
    price: ClaimedSum.optional(),
    country: Country.optional(),
    delivery: text(1, 64, 'delivery').optional(),
    vatId: text(0, 20, 'VAT number').optional(),
    /** Takes these tools out of the caller's basket in the same transaction. */
    emptyBasket: z.boolean('emptyBasket must be true or false').optional(),
  })
  .superRefine((order, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const { address, deliveryAddress, country } = order;
    if (address === undefined && deliveryAddress === undefined) refuse('address', 'Address is required');
    if (address !== undefined && deliveryAddress !== undefined)
      refuse('deliveryAddress', 'Send address or deliveryAddress, not both');
    if (deliveryAddress !== undefined && country !== undefined && country !== deliveryAddress.country)
      refuse('country', 'deliveryAddress is in another country');
    if (order.customer !== undefined && order.emptyBasket === true)
      refuse('emptyBasket', 'Only an order of your own empties a basket');
    if (order.lines !== undefined) {
      for (const field of ['tool', 'toolId', 'quantity'] as const)
        if (order[field] !== undefined) refuse(field, `Send lines or ${field}, not both`);
      return;
    }
    if (order.tool === undefined && order.toolId === undefined) refuse('tool', 'Name the tool');
    if (order.quantity === undefined) refuse('quantity', 'Quantity must be a whole number of at least 1');
  });
export type NewOrder = z.output<typeof NewOrder>;

/** What may still be changed of an order; what is left out stays as it is. */
export const OrderDetails = z.strictObject({
  name: contactFields.name.optional(),
  address: contactFields.address.optional(),
  phone: contactFields.phone.optional(),
  ...paperFields,
});
export type OrderDetails = z.output<typeof OrderDetails>;

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

/** What the transaction id of an order begins with that was paid by bank transfer. */
export const BANK_PREFIX = 'bank_';

/** A payment that came by bank transfer: the day on which the bank had it, and what its statement calls it. */
export const NewBankPayment = z.strictObject({ date: Day, reference: text(1, 140, 'Reference') });
export type NewBankPayment = z.output<typeof NewBankPayment>;

/** How an unpaid order can be paid; `amount` in dollars. */
export const PaymentWays = z.object({
  amount: z.number(),
  /** What a transfer is to name, so that it is found. */
  reference: z.string(),
  holdUntil: z.string().nullable(),
  /** Where a transfer goes; null where none is taken. */
  transfer: BankAccount.nullable(),
});
export type PaymentWays = z.infer<typeof PaymentWays>;

export const ClientSecret = z.object({ clientSecret: z.string() });

/** So many pieces of one line, of which so many had left the house: without `shipped`, as few as can be. */
export const RefundLine = z
  .strictObject({
    toolId: text(1, 64, 'toolId'),
    quantity: Quantity,
    shipped: whole(0, Number.MAX_SAFE_INTEGER, 'Give a whole number of pieces').optional(),
  })
  .refine(({ quantity, shipped = 0 }) => shipped <= quantity, {
    error: 'No more can have been shipped than is given back',
    path: ['shipped'],
  });
export type RefundLine = z.output<typeof RefundLine>;

/** Lines of different tools whose money goes back. */
export const RefundLines = z
  .array(RefundLine, 'lines must be a list of { toolId, quantity }')
  .min(1, 'Give at least one line')
  .max(MAX_LINES, 'There may be at most 1,000 lines')
  .superRefine(refuseRepeatedTools);

/** Which pieces of a refund go back into stock. */
const BACK_TO_STOCK = ['none', 'unshipped', 'all'] as const;
export type BackToStock = (typeof BACK_TO_STOCK)[number];

/**
 * What staff give back of a paid order: the price of `lines`, an `amount` in dollars, or all that is left. Pieces given
 * back that had not left the house never will. The customer sees the reason.
 */
export const NewRefund = z
  .strictObject({
    amount: Price.optional(),
    lines: RefundLines.optional(),
    /** `true` is all of them. */
    backToStock: z
      .union(
        [z.boolean().transform((all): BackToStock => (all ? 'all' : 'none')), z.enum(BACK_TO_STOCK)],
        'backToStock must be none, unshipped or all',
      )
      .optional(),
    reason: text(1, 500, 'Reason'),
  })
  .refine(({ amount, lines }) => amount === undefined || lines === undefined, {
    error: 'Send lines or an amount, not both',
    path: ['amount'],
  });
export type NewRefund = z.output<typeof NewRefund>;

/** What a buyer asks for: the money of these pieces, or of all. */
export const NewRefundRequest = z.strictObject({
  reason: text(1, 1000, 'Reason'),
  lines: WantedLines.optional(),
});
export type NewRefundRequest = z.output<typeof NewRefundRequest>;

/** Why staff refuse it; the buyer reads it. */
export const RefundRefusal = z.strictObject({ reason: text(1, 1000, 'Reason') });
export type RefundRefusal = z.output<typeof RefundRefusal>;

/** Money on its way back (`due`), given back (`sent`), or not accepted by the card's bank (`failed`). `amount` is dollars. */
export const Refund = z.object({
  _id: z.string(),
  amount: z.number(),
  /** The tax in it; null where it is not known yet. */
  tax: z.number().nullable(),
  reason: z.string(),
  /** The pieces that it is for; none where it is a sum alone. `price` is without tax. */
  lines: z.array(
    z.object({
      toolId: z.string(),
      tool: z.string(),
      sku: z.string().nullable(),
      quantity: z.number(),
      price: z.number(),
      /** Pieces of them that went back into stock. */
      backToStock: z.number(),
    }),
  ),
  state: z.enum(['due', 'sent', 'failed']),
  /** The number of its credit note, from when it was sent. */
  creditNote: z.string().optional(),
  createdAt: z.string(),
});
export type Refund = z.infer<typeof Refund>;
