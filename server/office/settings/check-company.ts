import { sentence } from '#contract/sentences.ts';
import { isValidIBAN } from 'ibantools';
import type { BankAccount } from '#contract/money/bank-account.ts';
import type { SettingsEdit } from '#contract/office/settings.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { countryOfVatNumber, knowsVatNumbersOf } from '#server/office/tax/vat-numbers.ts';

/**
 * Refuses what would stand wrong on every paper: a bank account or a VAT number that cannot be one.
 * @throws AppError 400 at `company.bankAccount.account`, at `company.vatId`
 */
export function checkCompany({ bankAccount, vatId, country }: SettingsEdit['company']): void {
  checkBankAccount(bankAccount);
  // Many countries' numbers are in no library: theirs are taken as they are.
  if (knowsVatNumbersOf(country)) countryOfVatNumber(vatId, 'company.vatId');
}

/**
 * What begins as an IBAN must have the length, form and check digits of its country; an account number of a country without
 * IBANs is anything else.
 */
function checkBankAccount(bankAccount: BankAccount | null | undefined): void {
  const account = bankAccount?.account ?? '';
  if (!/^[A-Z]{2}\d{2}/.test(account) || isValidIBAN(account)) return;
  throw invalid(
    'company.bankAccount.account',
    sentence(
      'This is not an IBAN: its length, form or check digits are wrong for its country. Compare it with a bank statement.',
    ),
  );
}
