import { complaint, sentence, type Sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { InvoiceAddress, PostalAddress } from '../people/addresses.ts';
import { Country } from '../countries.ts';
import { LANGUAGES } from '../languages.ts';
import { Paging, searched } from '../lists.ts';
import { ClaimedSum } from '../numbers.ts';
import { TAX_CATEGORIES } from '../office/tax.ts';
import { VatProof } from '../office/vat-numbers.ts';
import { ReceivedPayment } from '../money/payments.ts';
import { RefundRequest } from '../money/refunds.ts';
import { Shipment } from '../money/shipments.ts';
import { Email, text } from '../text.ts';
import { Approval } from './approvals.ts';
import { Later } from '../catalogue/backorders.ts';
import { Day } from '../day.ts';
import { unitFields } from './unit-fields.ts';
import { OrderedLines, Quantity } from './wanted-lines.ts';

/** How many orders that are unpaid or wait for approval one customer may have at a time. */
export const MAX_OPEN_ORDERS = 20;

/**
 * What an order can be. `waiting`: for somebody's approval; `unpaid`: holds its stock; `open`: owed, with an invoice;
 * `paid`; `refunded`: paid, and all its money went back; `cancelled`: by its buyer or staff, before it was paid;
 * `expired`: it was not paid in time; `rejected`: nobody approved it.
 */
const ORDER_STATES = ['waiting', 'unpaid', 'open', 'paid', 'refunded', 'cancelled', 'expired', 'rejected'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** A state to look for; `deleted` is what `cancelled` was called before. */
export const WantedState = z
  .enum([...ORDER_STATES, 'deleted'], tell('state must be one of {choices}', { choices: ORDER_STATES.join(', ') }))
  .transform((state): OrderState => (state === 'deleted' ? 'cancelled' : state));

/** The same of one's own orders, where `all` leaves none out; without it those that are over are. */
const WantedOwnState = z
  .enum(
    [...ORDER_STATES, 'deleted', 'all'],
    tell('state must be one of {choices}, or all', { choices: ORDER_STATES.join(', ') }),
  )
  .transform((state): OrderState | 'all' => (state === 'deleted' ? 'cancelled' : state));

/** How many lines of each order a list shows; `lineCount` says how many there are. */
export const LINES_IN_LISTS = 5;

/** So many pieces of one tool, as they were bought: name, SKU and unit price of that day. Money as numbers with their decimals. */
export const OrderLine = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  /** What the company that it is for called the tool; null where it has no number of its own. */
  buyerNumber: z.string().nullable(),
  unitPrice: z.number(),
  quantity: z.number(),
  ...unitFields,
  price: z.number(),
  /** Pieces that have left the house. */
  shipped: z.number(),
  /** Pieces whose money was given back, or is on its way. */
  refunded: z.number(),
  /** Pieces that are still to leave the house. */
  left: z.number(),
  /** Of them, those that are to come, by the day on which they are expected. */
  awaited: Later,
});
export type OrderLine = z.infer<typeof OrderLine>;

/**
 * An order as its customer sees it. Money as numbers with their decimals, quantities in pieces. `price` is the total: goods, freight, surcharge and tax.
 * An order of many lines has no one `toolId`, and its `tool` is "{first line's tool} and N more".
 */
export const Order = z.object({
  _id: z.string(),
  /** What people say on the telephone. */
  number: z.string(),
  /** Whose account it is in; null where that is removed. */
  userId: z.string().nullable(),
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
  /** For goods below the shop's minimum when it was placed; 0 where there was none. */
  surcharge: z.number(),
  tax: z.number(),
  /** What the tax is called, and how much of goods and freight it is; null where there is none. */
  taxName: z.string().nullable(),
  taxPercent: z.number().nullable(),
  /** Why there is no tax, as the papers say it. */
  taxNote: z.string().nullable(),
  /** Why it is taxed as it is, by the codes of EN 16931. */
  taxCategory: z.enum(TAX_CATEGORIES),
  price: z.number(),
  /** Where it goes: ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The delivery way's id, and its name and working days as they were when the order was placed. */
  delivery: z.string(),
  deliveryName: z.string(),
  deliveryDays: z.tuple([z.number(), z.number()]).nullable(),
  /** Whether what is there leaves before the rest is; and the day before which nothing is to leave. */
  parts: z.boolean(),
  wantedDay: z.string().nullable(),
  /** The day it leaves the house: by when it was paid, or as if it were paid now. Null where it will not be paid any more. */
  leaves: z.string().nullable(),
  /** The first and the last day on which it arrives; null where the days are not known. */
  arrives: z.tuple([z.string(), z.string()]).nullable(),
  /** `address` in parts, where the buyer gave it so. */
  deliveryAddress: PostalAddress.optional(),
  /** Whom the invoice is to, where that is somebody or somewhere else. */
  invoiceAddress: InvoiceAddress.optional(),
  /** The company that it is for; null for who buys for themselves. */
  companyId: z.string().nullable(),
  orderedBy: z.object({ name: z.string(), email: z.string() }),
  /** The code of the company's cost centre. */
  costCentre: z.string().nullable(),
  /** Of one that went beyond a limit; null where nobody had to approve it. */
  approval: Approval.nullable(),
  /** What the buyer wants to read on the invoice, such as an authority's Leitweg-ID. */
  buyerReference: z.string(),
  /** The quote that it accepted. */
  quoteId: z.string().nullable(),
  /** The return of which it replaces pieces, at no price; only there where it does. */
  returnId: z.string().optional(),
  company: z.string(),
  vatId: z.string(),
  /** What the register had said of the number when the order was placed; null: nothing. */
  vatProof: VatProof.nullable(),
  purchaseOrder: z.string(),
  note: z.string(),
  /** In which its papers and letters are. */
  language: z.enum(LANGUAGES),
  state: z.enum(ORDER_STATES),
  /** Whether money came for it in full; it stays so where it all went back. */
  paid: z.boolean(),
  /** Until when its stock is held; only on an unpaid order. */
  holdUntil: z.string().optional(),
  transactionId: z.string().optional(),
  /** Only on a paid order. */
  paidAt: z.string().optional(),
  /** Owed by its company, which need not pay before the goods leave; and the day by which it must; null where it pays first. */
  onAccount: z.boolean(),
  dueAt: z.string().nullable(),
  /** Only on a paid order; `account`: by what came into the account of its company. */
  paidBy: z.enum(['card', 'transfer', 'account']).optional(),
  /** Only where it was paid by bank transfer: the day on which the bank had the money, and the bank's reference. */
  transfer: z.object({ date: z.string(), reference: z.string() }).optional(),
  /** What came for it, oldest first. */
  payments: z.array(ReceivedPayment),
  /** What came of it, while a rest is to be paid; only there where some did. */
  received: z.number().optional(),
  /** What came too much by transfer and is still to be given back; only there where some did. */
  overpaid: z.number().optional(),
  /** The first of its invoices. It stays where a payment was undone. */
  invoiceNumber: z.string().optional(),
  /** One when it is paid or owed; of an order on account that is invoiced as it leaves, one for each shipment. Oldest first. */
  invoices: z.array(
    z.object({
      number: z.string(),
      day: z.string(),
      /** What left with it; null: it is of the order as a whole. */
      shipmentId: z.string().nullable(),
      price: z.number(),
      /** The day by which it must be paid; null where it was paid first. */
      dueAt: z.string().nullable(),
      /** What is left to pay of it. */
      open: z.number(),
    }),
  ),
  /** What is still to be invoiced; only on an order that is invoiced as it leaves. */
  toInvoice: z.number().optional(),
  /** What went back, or what credit notes took off what is owed; only there where some did. */
  refunded: z.number().optional(),
  /** What the shop gave up of its invoice; only there where it gave some up. All of it: nothing is owed, and nobody paid. */
  writtenOff: z.number().optional(),
  /** What its company took off for paying in time; only there where it did. */
  cashDiscount: z.number().optional(),
  /** The latest refund that its buyer asked for. */
  refundRequest: RefundRequest.optional(),
  /** When and why what had not left of it was closed: it never will; only there where it was. */
  closed: z.object({ at: z.string(), reason: z.string() }).optional(),
  shipments: z.array(Shipment),
  /** How much of it has left the house; `all` also where the money of the rest was given back. */
  fulfilment: z.enum(['none', 'part', 'all']),
  createdAt: z.string(),
});
export type Order = z.infer<typeof Order>;

/** What the papers and the carrier need to know, and the owner may change until the order is paid. */
const contactFields = {
  name: text(1, 200, 'Name'),
  address: text(1, 500, 'Address'),
  phone: text(1, 40, 'Phone'),
};
const paperFields = {
  company: text(0, 200, 'Company').optional(),
  purchaseOrder: text(0, 64, 'Purchase order number').optional(),
  buyerReference: text(0, 64, 'Reference').optional(),
  note: text(0, 1000, 'Note').optional(),
};

const refuser =
  ({ addIssue }: z.RefinementCtx) =>
  (path: string, said: Sentence) =>
    addIssue({ ...complaint(said), path: [path] });

interface Destination {
  address?: string | undefined;
  deliveryAddress?: PostalAddress | undefined;
  country?: string | undefined;
}

/** An order goes to one place, which is said once. */
export function refuseTwoPlaces({ address, deliveryAddress, country }: Destination, context: z.RefinementCtx): void {
  const refuse = refuser(context);
  if (address === undefined && deliveryAddress === undefined) refuse('address', sentence('Address is required'));
  if (address !== undefined && deliveryAddress !== undefined)
    refuse('deliveryAddress', sentence('Send address or deliveryAddress, not both'));
  if (deliveryAddress !== undefined && country !== undefined && country !== deliveryAddress.country)
    refuse('country', sentence('deliveryAddress is in another country'));
}

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
    /** The company that it is for: it says the company, VAT number, invoice address and reference that are left out. */
    companyId: text(1, 64, 'companyId').optional(),
    /** The code of one of the company's cost centres. */
    costCentre: text(0, 40, 'Cost centre').optional(),
    email: Email.optional(),
    /** The e-mail address of the customer for whom staff place it. */
    customer: Email.optional(),
    tool: text(1, 200, 'Tool').optional(),
    toolId: text(1, 64, 'toolId').optional(),
    quantity: Quantity.optional(),
    lines: OrderedLines.optional(),
    /** Of goods, freight, surcharge and tax. */
    price: ClaimedSum.optional(),
    country: Country.optional(),
    delivery: text(1, 64, 'delivery').optional(),
    vatId: text(0, 20, 'VAT number').optional(),
    /** How it is paid: `account` is owed by the company; the others hold its stock for as long as each may take. */
    pay: z.enum(['card', 'transfer', 'account'], 'pay must be card, transfer or account').optional(),
    /** Why its company may owe it although its limit or something overdue speaks against it, by staff who set terms. */
    creditReason: text(1, 500, 'Reason').optional(),
    /** Whether what is there leaves before the rest is; else all leaves together. */
    parts: z.boolean('parts must be true or false').optional(),
    /** The day on which it is to leave, not before the promise. */
    wantedDay: Day.optional(),
    /** Takes these tools out of the caller's basket in the same transaction. */
    emptyBasket: z.boolean('emptyBasket must be true or false').optional(),
  })
  .superRefine(refuseTwoPlaces)
  .superRefine((order, context) => {
    const refuse = refuser(context);
    if (order.customer !== undefined && order.emptyBasket === true)
      refuse('emptyBasket', sentence('Only your own order can empty your basket'));
    if (order.creditReason !== undefined && (order.customer === undefined || order.pay !== 'account'))
      refuse('creditReason', sentence('Only staff ordering on account for a customer can send a creditReason'));
  })
  .superRefine((order, context) => {
    const refuse = refuser(context);
    for (const [index, line] of (order.lines ?? []).entries()) {
      if (line.unitPrice === undefined) continue;
      const at = (field: string, said: Sentence) =>
        context.addIssue({ ...complaint(said), path: ['lines', index, field] });
      if (order.customer === undefined) at('unitPrice', sentence('Only staff ordering for a customer can set a price'));
      if (line.reason === undefined) at('reason', sentence('Give a reason for the different price'));
    }
    if (order.lines !== undefined) {
      for (const field of ['tool', 'toolId', 'quantity'] as const)
        if (order[field] !== undefined) refuse(field, sentence('Send lines or {field}, not both', { field }));
      return;
    }
    if (order.tool === undefined && order.toolId === undefined) refuse('tool', sentence('Name the tool'));
    if (order.quantity === undefined) refuse('quantity', sentence('Quantity must be a whole number of at least 1'));
  });
export type NewOrder = z.output<typeof NewOrder>;

/** Why what has not left of an order never will; its buyer reads it, and so do the credit note and the audit log. */
export const OrderClosing = z.strictObject({ reason: text(1, 500, 'Reason') });

/** What closing an order gives back, before it is closed. */
export const WhatClosingGives = z.object({
  /** That will not leave, and go back into stock or to whoever waits for them. */
  pieces: z.number(),
  /** Credited or paid back, with its tax; 0 where nothing is. */
  amount: z.number(),
  /** Never invoiced, and so not charged. */
  uninvoiced: z.number(),
  /** How `amount` goes back: to the card, by a transfer, or off what is owed. */
  method: z.enum(['card', 'transfer', 'credit']),
});
export type WhatClosingGives = z.infer<typeof WhatClosingGives>;

/** What may still be changed of an order; what is left out stays as it is. */
export const OrderDetails = z.strictObject({
  name: contactFields.name.optional(),
  address: contactFields.address.optional(),
  phone: contactFields.phone.optional(),
  ...paperFields,
});
export type OrderDetails = z.output<typeof OrderDetails>;

/** The own orders, or those of a company. */
export const OrderQuery = Paging.extend({
  email: Email.optional(),
  companyId: text(1, 64, 'companyId').optional(),
  state: WantedOwnState.optional(),
  /** A part of its number, its purchase order, or a line's SKU or name; empty finds all. */
  q: searched.optional(),
})
  .refine(({ email, companyId }) => email !== undefined || companyId !== undefined, {
    error: 'Email is required',
    path: ['email'],
  })
  .refine(({ email, companyId }) => email === undefined || companyId === undefined, {
    error: 'Send email or companyId, not both',
    path: ['email'],
  });
export type OrderQuery = z.output<typeof OrderQuery>;

/** Which order a key placed: one of the caller's own, or of the customer for whom staff sent it. */
export const OrderOfKeyQuery = z.strictObject({
  /** The `Idempotency-Key` that it was sent with. */
  key: text(1, 255, 'key'),
  /** The e-mail address of the customer. */
  customer: Email.optional(),
});
export type OrderOfKeyQuery = z.output<typeof OrderOfKeyQuery>;
