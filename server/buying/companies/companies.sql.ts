import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CompanyStatus, CostCentre } from '#contract/buying/companies.ts';
import type { Language } from '#contract/languages.ts';
import type { CashDiscount } from '#contract/money/cash-discount.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import type { PostalAddress } from '#contract/people/addresses.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Companies. Sums are cents, null for no limit; `version` rises with every change. */
export const companies = pgTable('companies', {
  id: text('id').primaryKey(),
  /** From a sequence; shown with a C before it. */
  number: bigint('number', { mode: 'number' })
    .notNull()
    .default(sql`nextval('company_numbers')`),
  /** Its account in the books of the tax adviser; from a sequence, from 10000 on. */
  debtor: integer('debtor')
    .notNull()
    .default(sql`nextval('debtor_numbers')`),
  name: text('name').notNull(),
  vatId: text('vat_id').notNull().default(''),
  invoiceAddress: jsonb('invoice_address').$type<PostalAddress>().notNull(),
  invoiceEmail: text('invoice_email').notNull().default(''),
  buyerReference: text('buyer_reference').notNull().default(''),
  peppolId: text('peppol_id').notNull().default(''),
  status: text('status').$type<CompanyStatus>().notNull(),
  priceListId: text('price_list_id'),
  termsDays: integer('terms_days'),
  creditLimitCents: bigint('credit_limit_cents', { mode: 'number' }),
  /** What it may take off its next invoices. */
  cashDiscount: jsonb('cash_discount').$type<CashDiscount[]>().notNull().default([]),
  purchaseOrderRequired: boolean('purchase_order_required').notNull().default(false),
  costCentres: jsonb('cost_centres').$type<CostCentre[]>().notNull().default([]),
  /** In which its papers and letters are. */
  language: text('language').$type<Language>().notNull().default('en'),
  /** Nobody reminds it of what it owes. */
  remindersHeld: boolean('reminders_held').notNull().default(false),
  /** What staff note for each other. */
  staffNote: text('staff_note').notNull().default(''),
  /** Since when nobody manages it and staff are still to be told. */
  unmanagedAt: when('unmanaged_at'),
  version: integer('version').notNull().default(1),
  createdAt: when('created_at').notNull().defaultNow(),
});

const limits = () => ({
  orderLimitCents: bigint('order_limit_cents', { mode: 'number' }),
  monthLimitCents: bigint('month_limit_cents', { mode: 'number' }),
});

export const companyMembers = pgTable('company_members', {
  companyId: text('company_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<CompanyRole>().notNull(),
  ...limits(),
  /** Who approves in their place while they are away. */
  deputy: text('deputy'),
  awayUntil: date('away_until', { mode: 'string' }),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** Who was asked into a company. Kept when it is over, so that whoever follows the link learns that it is. */
export const companyInvitations = pgTable('company_invitations', {
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<CompanyRole>().notNull(),
  /** In which they are written to. */
  language: text('language').$type<Language>().notNull().default('en'),
  ...limits(),
  /** SHA-256 of what stands in the link. */
  tokenHash: text('token_hash').notNull(),
  invitedBy: text('invited_by'),
  acceptedBy: text('accepted_by'),
  createdAt: when('created_at').notNull().defaultNow(),
  expiresAt: when('expires_at').notNull(),
  /** When it was accepted, withdrawn or replaced. */
  endedAt: when('ended_at'),
});

/** What a company calls a tool in its own books; `plain` is the number as it is compared. */
export const companyPartNumbers = pgTable('company_part_numbers', {
  companyId: text('company_id').notNull(),
  toolId: text('tool_id').notNull(),
  number: text('number').notNull(),
  plain: text('plain').notNull(),
});
