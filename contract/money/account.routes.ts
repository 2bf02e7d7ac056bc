import { z } from 'zod';
import { ModifiedCount } from '../counts.ts';
import { Paging } from '../lists.ts';
import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import {
  Account,
  AccountEntry,
  CreditLeft,
  EntriesQuery,
  FirmCardPayment,
  FirmIntent,
  NewAccountPayment,
  NewFirmIntent,
  NewWriteOff,
  Owing,
  Reversal,
  StatementQuery,
} from './account.ts';
import { Paper } from './papers.ts';

const read = {
  access: 'signed-in',
  scopes: ['companies.read'],
  errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
} as const;

/** What firms owe and paid. */
export const accountRoutes = defineRoutes({
  getAccount: {
    ...read,
    call: 'GET /company/:id/account',
    summary: 'How a firm stands: what is open, overdue and left of its limit; to its accounts, managers and staff',
    answer: Account,
  },
  getCredit: {
    ...read,
    call: 'GET /company/:id/credit',
    scopes: ['orders.place', 'companies.read'],
    summary: 'What a firm may still order on account, and by when it would be due; to those who order for it',
    answer: CreditLeft,
  },
  listOwing: {
    call: 'GET /accounts',
    access: 'staff:companies.read',
    summary: 'The firms that owe something, by age: what is due longest first',
    query: Paging,
    answer: z.array(Owing),
    list: true,
  },
  listEntries: {
    ...read,
    call: 'GET /company/:id/entries',
    summary: "The entries of a firm's account, newest first; with open=true what is left to pay, oldest first",
    query: EntriesQuery,
    answer: z.array(AccountEntry),
    list: true,
  },
  statementPdf: {
    ...read,
    call: 'GET /company/:id/statement.pdf',
    summary: "A statement of a firm's account for some days",
    query: StatementQuery,
    answer: Paper,
    file: 'application/pdf',
    errors: [...read.errors, 'TOO_MANY_ROWS'],
  },
  statementCsv: {
    ...read,
    call: 'GET /company/:id/statement.csv',
    summary: "A statement of a firm's account for some days, as a sheet",
    query: StatementQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  payAccount: {
    call: 'POST /company/:id/payment',
    access: 'staff:orders.record-payment',
    summary:
      'Record money of a firm that came by transfer; it settles what it is given to, what its reference names, or what is due first',
    body: NewAccountPayment,
    answer: AccountEntry,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'ALLOCATION_TOO_LARGE'],
  },
  beginFirmPayment: {
    call: 'POST /company/:id/payment-intent',
    key: 'none',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'The client secret of a card payment of several invoices of a firm; to its accounts and managers',
    body: NewFirmIntent,
    answer: FirmIntent,
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
  confirmFirmPayment: {
    call: 'PATCH /company/:id/payment',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Tell that invoices of a firm were paid by card; the server asks the provider',
    body: FirmCardPayment,
    answer: ModifiedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'NUMBERS_UNKNOWN', 'PAYMENT_NOT_CONFIRMED', 'PAYMENT_UNAVAILABLE'],
  },
  spendCredit: {
    call: 'POST /company/:id/credit',
    access: 'staff:orders.record-payment',
    summary: 'Settle what is due first with the credit of a firm',
    answer: Account,
    errors: ['COMPANY_NOT_FOUND'],
  },
  writeOff: {
    call: 'POST /company/:id/write-off',
    access: 'staff:companies.terms',
    summary: 'Give up so much of an invoice or a fee, by an entry of its own',
    body: NewWriteOff,
    answer: AccountEntry,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'ALLOCATION_TOO_LARGE'],
  },
  reversePayment: {
    call: 'POST /company/:id/payment/:entryId/reverse',
    access: 'staff:orders.record-payment',
    summary:
      'Take back a payment or a write-off of a firm that was recorded wrongly, by an entry of its own: its invoices are owed again',
    body: Reversal,
    answer: AccountEntry,
    errors: ['COMPANY_NOT_FOUND', 'ENTRY_NOT_FOUND', 'ALREADY_REVERSED', 'NOT_A_TRANSFER', 'ORDER_REFUNDED'],
  },
});
