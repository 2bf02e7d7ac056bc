import { z } from 'zod';
import { Paging } from '../lists.ts';
import { byId, type Route } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import {
  Account,
  AccountEntry,
  CreditLeft,
  EntriesQuery,
  EntryParams,
  NewAccountPayment,
  Owing,
  Reversal,
  StatementQuery,
} from './account.ts';
import { Paper } from './papers.ts';

const read = {
  method: 'GET',
  access: 'signed-in',
  scopes: ['companies.read'],
  params: byId,
  status: 200,
  errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
  cache: 'none',
} as const;

/** What firms owe and paid. */
export const accountRoutes = {
  getAccount: {
    ...read,
    path: '/company/:id/account',
    summary: 'How a firm stands: what is open, overdue and left of its limit; to its accounts, managers and staff',
    answer: Account,
  },
  getCredit: {
    ...read,
    path: '/company/:id/credit',
    scopes: ['orders.place', 'companies.read'],
    summary: 'What a firm may still order on account, and by when it would be due; to those who order for it',
    answer: CreditLeft,
  },
  listOwing: {
    method: 'GET',
    path: '/accounts',
    access: 'staff:companies.read',
    summary: 'The firms that owe something, what is most overdue first',
    query: Paging,
    answer: z.array(Owing),
    status: 200,
    errors: [],
    cache: 'none',
    list: true,
  },
  listEntries: {
    ...read,
    path: '/company/:id/entries',
    summary: "The entries of a firm's account, newest first",
    query: EntriesQuery,
    answer: z.array(AccountEntry),
    list: true,
  },
  statementPdf: {
    ...read,
    path: '/company/:id/statement.pdf',
    summary: "A statement of a firm's account for some days",
    query: StatementQuery,
    answer: Paper,
    file: 'application/pdf',
    errors: [...read.errors, 'TOO_MANY_ROWS'],
  },
  statementCsv: {
    ...read,
    path: '/company/:id/statement.csv',
    summary: "A statement of a firm's account for some days, as a sheet",
    query: StatementQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  payAccount: {
    method: 'POST',
    path: '/company/:id/payment',
    access: 'staff:orders.record-payment',
    summary: 'Record money of a firm that came by transfer; what is due first is settled first, or what it says',
    params: byId,
    body: NewAccountPayment,
    answer: AccountEntry,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'ALLOCATION_TOO_LARGE', 'IDEMPOTENCY_MISMATCH'],
    cache: 'none',
    idempotent: true,
  },
  reversePayment: {
    method: 'POST',
    path: '/company/:id/payment/:entryId/reverse',
    access: 'staff:orders.record-payment',
    summary:
      'Take back a payment of a firm that was recorded wrongly, by an entry of its own: its invoices are owed again',
    params: EntryParams,
    body: Reversal,
    answer: AccountEntry,
    status: 200,
    errors: ['COMPANY_NOT_FOUND', 'ENTRY_NOT_FOUND', 'ALREADY_REVERSED', 'NOT_A_TRANSFER', 'ORDER_REFUNDED'],
    cache: 'none',
  },
} as const satisfies Record<string, Route>;
