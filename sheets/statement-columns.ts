/** The columns of a bank statement that is read as rows; an amount that went out is below 0. */
export const STATEMENT_COLUMNS = [
  'date',
  'amount',
  'currency',
  'reference',
  'payer',
  'id',
  'reversal',
  'status',
  'end to end',
  'account iban',
] as const;
