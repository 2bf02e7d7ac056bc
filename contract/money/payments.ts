import { z } from 'zod';
import { BankAccount } from './bank-account.ts';
import { Day } from '../day.ts';
import { ClaimedSum, LargeSum } from '../numbers.ts';
import { bounded, text } from '../text.ts';

/** The card provider's answer, brought by the browser; the server believes none of it. */
export const OrderPayment = z.strictObject({
  order: z.unknown().optional(),
  transactionId: bounded(255, 'transactionId must be a payment id').regex(
    /^\w{1,255}$/,
    'transactionId must be a payment id',
  ),
});

export const NewPaymentIntent = z.strictObject({
  price: ClaimedSum.optional(),
  order: z
    .union(
      [text(1, 64, 'order'), z.object({ _id: text(1, 64, 'order') }).transform((order) => order._id)],
      'order must be an order id',
    )
    .optional(),
});

/** More than any order comes to, and still what a column of whole cents holds. */
const MAX_TRANSFER = 20_000_000;
const TransferSum = LargeSum.refine(
  (amount) => amount > 0 && amount <= MAX_TRANSFER,
  `Enter an amount over 0 and at most ${MAX_TRANSFER.toLocaleString('en-US')}`,
);

/** The day on which the bank had it, and what its statement calls it. */
const transfer = { date: Day, reference: text(1, 140, 'Reference') };

/**
 * A payment that came by bank transfer. Without `amount` it is what is due; less leaves the rest due, more is to be given back, and so is all
 * of it for an order that is paid.
 */
export const NewBankPayment = z.strictObject({ ...transfer, amount: TransferSum.optional() });
export type NewBankPayment = z.output<typeof NewBankPayment>;

/** What came too much and went back by bank transfer. */
export const NewGiveBack = z.strictObject({ ...transfer, amount: TransferSum });
export type NewGiveBack = z.output<typeof NewGiveBack>;

/** Money that came for an order. */
export const ReceivedPayment = z.object({
  /** When it was entered. */
  at: z.string(),
  /** The day on which the bank had it, or it was entered: YYYY-MM-DD. */
  day: z.string(),
  amount: z.number(),
  /** `credit`: what its company had in its account settled it. */
  method: z.enum(['card', 'transfer', 'credit']),
  /** The bank's, the card payment's id, or the paper that the credit is from. */
  reference: z.string(),
  /** Taken back: it was recorded wrongly, or went back whole. */
  reversed: z.boolean(),
});
export type ReceivedPayment = z.infer<typeof ReceivedPayment>;

/** Why a payment is undone; the audit log keeps it. */
export const PaymentUndo = z.strictObject({ reason: text(1, 1000, 'Reason') });
export type PaymentUndo = z.output<typeof PaymentUndo>;

/** What pays an invoice in full where the bank has it on that day or before. */
export const DiscountedSum = z.object({ percent: z.number(), until: z.string(), amount: z.number() });
export type DiscountedSum = z.infer<typeof DiscountedSum>;

/** How an unpaid or open order can be paid. */
export const PaymentWays = z.object({
  amount: z.number(),
  /** What came of it by transfer, while there is a rest to pay. */
  received: z.number().optional(),
  /** What a transfer is to name, so that it is found. */
  reference: z.string(),
  holdUntil: z.string().nullable(),
  /** Where a transfer goes; null where none is taken. */
  transfer: BankAccount.nullable(),
  /** What a transfer in time may come to instead; only there where the invoice has a cash discount. */
  discounts: z.array(DiscountedSum).optional(),
});
export type PaymentWays = z.infer<typeof PaymentWays>;

export const ClientSecret = z.object({ clientSecret: z.string() });
