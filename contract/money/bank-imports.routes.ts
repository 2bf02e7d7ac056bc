import { defineRoutes } from '../route.ts';
import { AccountEntry } from './account.ts';
import { BankDecision, BankImport, BankImportQuery, BankLine, BankLineParams, BankLineStand } from './bank-imports.ts';

/** Statements of the shop's bank, first shown and then recorded; POST /import/{id}/commit records what is matched. */
export const bankImportRoutes = defineRoutes({
  importBank: {
    call: 'POST /import/bank',
    access: 'staff:orders.record-payment',
    summary: 'Upload a bank file, CAMT, MT940 or CSV, to see what its payments are for; nothing is recorded yet',
    query: BankImportQuery,
    takes: 'text/csv',
    arrivesWithin: 300_000,
    answer: BankImport,
    status: 201,
    errors: ['VALIDATION_ERROR', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_MANY_ROWS'],
  },
  getBankImport: {
    call: 'GET /bank-import/:id',
    access: 'staff:orders.record-payment',
    summary: 'A bank file and what became of its payments',
    answer: BankImport,
    errors: ['IMPORT_NOT_FOUND'],
  },
  decideBankLine: {
    call: 'POST /bank-import/:id/payment',
    access: 'staff:orders.record-payment',
    summary: 'Record a payment in a bank file for a given company',
    body: BankDecision,
    answer: AccountEntry,
    status: 201,
    errors: [
      'IMPORT_NOT_FOUND',
      'COMPANY_NOT_FOUND',
      'LINE_BOOKED',
      'LINE_FOREIGN',
      'ALLOCATION_TOO_LARGE',
      'PERIOD_CLOSED',
    ],
  },
  putBankLineAside: {
    call: 'PUT /bank-import/:id/line/:n',
    access: 'staff:orders.record-payment',
    summary: 'Set a line of a bank file aside, in later files too, or bring it back',
    params: BankLineParams,
    body: BankLineStand,
    answer: BankLine,
    errors: ['IMPORT_NOT_FOUND', 'LINE_BOOKED'],
  },
});
