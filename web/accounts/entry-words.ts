import type { EntryKind } from '#contract/money/account.ts';

/** What an entry of an account is, as people say it. */
export const KIND_WORDS: Record<EntryKind, string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  'credit-note': 'Credit note',
  fee: 'Fee',
  'write-off': 'Write-off',
  reversal: 'Taken back:',
};
