import { z } from 'zod';
import { ModifiedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import {
  Account,
  AccountEntry,
  CreditLeft,
  EntriesQuery,
  CompanyCardPayment,
  CompanyIntent,
  NewAccountPayment,
  NewCompanyIntent,
  NewPayout,
  NewWriteOff,
  Owing,
  OwingQuery,
  Reversal,
  StatementQuery,
} from './account.ts';
import { Paper } from './papers.ts';

const read = {
  access: 'signed-in',
  scopes: ['companies.read'],
  errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
} as const;

/** What companies owe and paid. */
export const accountRoutes = defineRoutes({
  getAccount: {
    ...read,
    call: 'GET /company/:id/account',
    summary:
      'The balance of a company: what is open, overdue and left of its credit limit; for its accounts and managers, and staff',
    answer: Account,
  },
  getCredit: {
    ...read,
    call: 'GET /company/:id/credit',
    scopes: ['orders.place', 'companies.read'],
    summary: 'How much a company may still order on account, and when that would be due; for those who order for it',
    answer: CreditLeft,
  },
  listOwing: {
    call: 'GET /accounts',
    access: 'staff:companies.read',
    summary:
      'Companies that owe money, the longest overdue first; with owed=them, those that the shop owes, the most first',
    query: OwingQuery,
    answer: z.array(Owing),
    list: true,
  },
  listEntries: {
    ...read,
    call: 'GET /company/:id/entries',
    summary: "The entries of a company's account, newest first; with open=true, what is left to pay, oldest first",
    query: EntriesQuery,
    answer: z.array(AccountEntry),
    list: true,
  },
  statementPdf: {
    ...read,
    call: 'GET /company/:id/statement.pdf',
    hasPrices: true,
    summary: "A statement of a company's account for a period, as PDF",
    query: StatementQuery,
    answer: Paper,
    file: 'application/pdf',
    errors: [...read.errors, 'TOO_MANY_ROWS'],
  },
  statementCsv: {
    ...read,
    call: 'GET /company/:id/statement.csv',
    hasPrices: true,
    summary: "A statement of a company's account for a period, as a sheet",
    query: StatementQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  payAccount: {
    call: 'POST /company/:id/payment',
    access: 'staff:orders.record-payment',
    summary:
      'Record a bank transfer from a company; it settles the invoices it is allocated to, those its reference names, or what is due first',
    body: NewAccountPayment,
    answer: AccountEntry,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'ALLOCATION_TOO_LARGE', 'PERIOD_CLOSED'],
  },
  beginCompanyPayment: {
    call: 'POST /company/:id/payment-intent',
    key: 'none',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'The client secret for paying several invoices of a company by card; for its accounts and managers',
    body: NewCompanyIntent,
    answer: CompanyIntent,
    errors: [
      'COMPANY_NOT_FOUND',
      'FORBIDDEN',
      'ORDER_PAID',
      'PRICE_MISMATCH',
      'NUMBERS_UNKNOWN',
      'AMOUNT_TOO_SMALL',
      'PAYMENT_UNAVAILABLE',
    ],
  },
  confirmCompanyPayment: {
    call: 'PATCH /company/:id/payment',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Report that invoices of a company were paid by card; the server asks the provider',
    body: CompanyCardPayment,
    answer: ModifiedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'NUMBERS_UNKNOWN', 'PAYMENT_NOT_CONFIRMED', 'PAYMENT_UNAVAILABLE'],
  },
  spendCredit: {
    call: 'POST /company/:id/credit',
    access: 'staff:orders.record-payment',
    summary: "Use a company's credit to settle what is due first",
    answer: Account,
    errors: ['COMPANY_NOT_FOUND'],
  },
  payOut: {
    call: 'POST /company/:id/payout',
    access: 'staff:orders.record-payment',
    summary: "Record that a company's credit was sent back to it by bank transfer",
    body: NewPayout,
    answer: AccountEntry,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'MORE_THAN_CREDIT', 'PERIOD_CLOSED'],
  },
  writeOff: {
    call: 'POST /company/:id/write-off',
    access: 'staff:companies.terms',
    summary: 'Write off part or all of an invoice or a fee, as a separate entry',
    body: NewWriteOff,
    answer: AccountEntry,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'ALLOCATION_TOO_LARGE'],
  },
  reversePayment: {
    call: 'POST /company/:id/payment/:entryId/reverse',
    access: 'staff:orders.record-payment',
    summary:
      'Reverse a payment, a payout or a write-off of a company that was recorded wrongly, as a separate entry: its invoices are owed again',
    body: Reversal,
    answer: AccountEntry,
    errors: [
      'COMPANY_NOT_FOUND',
      'ENTRY_NOT_FOUND',
      'ALREADY_REVERSED',
      'CREDIT_PAID_OUT',
      'NOT_A_TRANSFER',
      'ORDER_REFUNDED',
    ],
  },
});
