import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from '../day.ts';
import { Paging } from '../lists.ts';
import { ClaimedSum, LargeSum } from '../numbers.ts';
import { text } from '../text.ts';
import { ClientSecret, DiscountedSum, OrderPayment } from './payments.ts';

/** What an entry of a company's account can be; money that goes back is a payment that raises the debt again. */
const ENTRY_KINDS = [
  'invoice',
  'payment',
  'payout',
  'credit-note',
  'fee',
  'discount',
  'write-off',
  'reversal',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** How many invoices one payment may name. */
const MAX_ALLOCATIONS = 1000;
/** And how many a card pays at once. */
const MAX_CARD_INVOICES = 100;

/** What is open by how long it is overdue: not yet, and from 1 to 30, to 60, to 90 days, and more. */
const Ageing = z.object({
  current: z.number(),
  to30: z.number(),
  to60: z.number(),
  to90: z.number(),
  over90: z.number(),
});

/** How a company stands. `open` less `credit` is the sum of its entries. */
export const Account = z.object({
  /** Null: without limit. */
  limit: z.number().nullable(),
  /** What is left to pay of invoices and fees. */
  open: z.number(),
  /** Of it, what is past its due day. */
  overdue: z.number(),
  /** What is still to be invoiced of orders that are invoiced as they leave. */
  toInvoice: z.number(),
  /** Of the limit, what neither invoices nor that nor orders on account that wait for approval take up; null: without limit. */
  available: z.number().nullable(),
  /** What came and settles nothing yet. */
  credit: z.number(),
  ageing: Ageing,
});
export type Account = z.infer<typeof Account>;

/** One act in a company's account, never changed. */
export const AccountEntry = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** What raises the debt is positive. */
  amount: z.number(),
  /** The number of the invoice or credit note, the reference of a payment. */
  document: z.string(),
  /** By when it must be paid, and what is left to pay of it: of invoices and fees. */
  due: z.string().optional(),
  open: z.number().optional(),
  /** What pays it in full until which day, while nothing was paid of it: of open invoices with a cash discount, also once it ended. */
  discounts: z.array(DiscountedSum).optional(),
  /** The day on which the bank had the money. */
  date: z.string().optional(),
  /** The order that it is about. */
  orderId: z.string().optional(),
  reason: z.string().optional(),
  /** The entry that it takes back; and whether it was itself taken back. */
  reverses: z.string().optional(),
  isReversed: z.boolean().optional(),
});
export type AccountEntry = z.infer<typeof AccountEntry>;

const days = { from: Day.optional(), to: Day.optional() };

/** Days of the shop, both ends included; without them all. */
export const EntriesQuery = Paging.extend({
  ...days,
  /** `true`: invoices and fees of which something is left to pay. */
  open: z.enum(['true'], 'open must be true').optional(),
}).refine(inOrder, NOT_IN_ORDER);
export type EntriesQuery = z.output<typeof EntriesQuery>;
export const StatementQuery = z.strictObject(days).refine(inOrder, NOT_IN_ORDER);
export type StatementQuery = z.output<typeof StatementQuery>;

const Sum = LargeSum.refine((amount) => amount > 0, 'Enter an amount over 0');
const Reference = text(1, 140, 'Reference');

/** Money that came by transfer: the day on which the bank had it, what its statement says, and which invoices it is for. */
export const NewAccountPayment = z.strictObject({
  amount: Sum,
  date: Day,
  reference: Reference,
  /** Without it, the invoices that `reference` names are settled, or what is due first where it names none. What is left stays as credit. */
  allocate: z
    .array(z.strictObject({ invoiceNumber: text(1, 64, 'Invoice number'), amount: Sum }), 'allocate must be a list')
    .max(MAX_ALLOCATIONS, `At most ${MAX_ALLOCATIONS} invoices`)
    .optional(),
});
export type NewAccountPayment = z.output<typeof NewAccountPayment>;

/** Credit of a company that was sent back to it: the day on which it left the bank, and what the transfer says. */
export const NewPayout = z.strictObject({ amount: Sum, date: Day, reference: Reference });
export type NewPayout = z.output<typeof NewPayout>;

/** Invoices of a company that are paid by card at once, and what the page showed that they come to. */
export const NewCompanyIntent = z.strictObject({
  invoices: z
    .array(text(1, 64, 'Invoice number'), 'invoices must be a list')
    .min(1, 'Name at least one invoice')
    .max(MAX_CARD_INVOICES, `At most ${MAX_CARD_INVOICES} invoices`)
    .refine((numbers) => new Set(numbers).size === numbers.length, 'Name each invoice only once'),
  price: ClaimedSum.optional(),
});
export type NewCompanyIntent = z.output<typeof NewCompanyIntent>;

/** What the card form needs, and what the invoices come to. */
export const CompanyIntent = ClientSecret.extend({ amount: z.number() });

/** The card provider's answer, brought by the browser; the server believes none of it. */
export const CompanyCardPayment = OrderPayment.pick({ transactionId: true });

/** Why an entry is taken back. */
export const Reversal = z.strictObject({ reason: text(1, 1000, 'Reason') });

/** So much of an invoice or a fee that will never come, such as a cent that is left over. */
export const NewWriteOff = z.strictObject({
  invoiceNumber: text(1, 64, 'Invoice number'),
  amount: Sum,
  reason: text(1, 1000, 'Reason'),
});
export type NewWriteOff = z.output<typeof NewWriteOff>;

/** What a company may still order on account, for those who order for it. */
export const CreditLeft = z.object({
  /** Null: it pays first. */
  termsDays: z.number().nullable(),
  /** By when what is invoiced today would have to be paid; null where it pays first. */
  dueAt: z.string().nullable(),
  /** How an order on account is invoiced: as a whole at once, or with each shipment. */
  invoicing: z.enum(['order', 'delivery']),
  /** Null: without limit. */
  limit: z.number().nullable(),
  /** What is still to be invoiced of orders that are invoiced as they leave. */
  toInvoice: z.number(),
  available: z.number().nullable(),
  /** Why nothing can be ordered on account; null where it can. */
  refusal: z.enum(['NO_TERMS', 'ACCOUNT_OVERDUE', 'COMPANY_NOT_ACTIVE', 'COMPANY_ON_HOLD']).nullable(),
});
export type CreditLeft = z.infer<typeof CreditLeft>;

/** `us`, the default: who owes the shop; `them`: whom the shop owes, since they have credit. */
export const OwingQuery = Paging.extend({ owed: z.enum(['us', 'them'], 'owed must be us or them').default('us') });
export type OwingQuery = z.output<typeof OwingQuery>;

/** A company that owes, or is owed. */
export const Owing = z.object({
  _id: z.string(),
  name: z.string(),
  number: z.string(),
  open: z.number(),
  overdue: z.number(),
  /** When the first of it was or is due; null where nothing is open. */
  oldestDue: z.string().nullable(),
  ageing: Ageing,
  /** What came and settles nothing yet. */
  credit: z.number(),
});
export type Owing = z.infer<typeof Owing>;
