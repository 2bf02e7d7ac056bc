import { isValidIBAN } from 'ibantools';
import type { BankAccount } from '#contract/bank-account.ts';
import { invalid } from '#server/http/app-error.ts';

/**
 * Refuses what begins as an IBAN and has not the length, form or check digits of its country; an account number of a country
 * without IBANs is anything else.
 * @throws AppError 400 at `company.bankAccount.account`
 */
export function checkBankAccount(bankAccount: BankAccount | null | undefined): void {
  const account = bankAccount?.account ?? '';
  if (!/^[A-Z]{2}\d{2}/.test(account) || isValidIBAN(account)) return;
  throw invalid(
    'company.bankAccount.account',
    'This is no IBAN: its length, form or check digits do not fit its country. Compare it with a statement of the bank.',
  );
}
