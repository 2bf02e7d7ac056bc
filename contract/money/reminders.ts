import { z } from 'zod';
import { text } from '../text.ts';

/** An invoice of which a company is reminded: how many days it is overdue, and which of the owner's steps that is. */
const Reminded = z.object({
  invoiceNumber: z.string(),
  due: z.string(),
  daysLate: z.number(),
  open: z.number(),
  /** From 1; 0: it is named in the letter, and had its step before. */
  step: z.number(),
});

/** What one letter to a company would say. */
export const Reminder = z.object({
  companyId: z.string(),
  company: z.string(),
  number: z.string(),
  /** Whom the letter goes to. */
  to: z.string(),
  invoices: z.array(Reminded),
  /** What is left to pay of the fees of earlier reminders. */
  earlierFees: z.number(),
  /** All that is due, those fees with it. */
  total: z.number(),
  /** What is charged for this letter. */
  fee: z.number(),
  /** The interest of invoices that reached a step, from when they were due or last reminded of. */
  interest: z.number(),
});
export type Reminder = z.infer<typeof Reminder>;

/** Who would be reminded today; nobody on a day that is no working day, or where the owner has set no step. */
export const DueReminders = z.object({
  day: z.string(),
  isWorkingDay: z.boolean(),
  /** How many steps the owner has set. */
  steps: z.number(),
  reminders: z.array(Reminder),
});
export type DueReminders = z.infer<typeof DueReminders>;

export const Held = z.strictObject({ held: z.boolean('held must be true or false') });
export const HeldInvoice = z.object({ number: z.string(), held: z.boolean() });
export const HeldCompany = z.object({ _id: z.string(), held: z.boolean() });

/** Of what a company is not reminded: of nothing at all, or not of these invoices. */
export const CompanyReminders = z.object({ _id: z.string(), held: z.boolean(), invoices: z.array(z.string()) });
export type CompanyReminders = z.infer<typeof CompanyReminders>;

export const InvoiceParams = z.object({ number: text(1, 64, 'number') });
