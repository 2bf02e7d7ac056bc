import { z } from 'zod';
import { message } from '../messages.ts';
import { bounded, text } from '../text.ts';

/** The account number without the blanks that it is written with, in capitals. */
function plain(account: string): string {
  return account.replaceAll(/[\s-]/g, '').toUpperCase();
}

/**
 * Whether it has an IBAN's form and check digits that fit (ISO 13616). The length and form of its country the server alone
 * knows. @param iban without blanks
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** As people read it: an IBAN in groups of four. */
function spacedAccount(account: string): string {
  return isIban(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account;
}

/**
 * Where a bank transfer goes. Not every country has IBANs: what begins as one must be one, anything else is the account
 * number of its country.
 */
export const BankAccount = z.strictObject({
  holder: text(1, 140, 'Account holder'),
  account: text(1, 60, 'IBAN or account number')
    .transform(plain)
    .pipe(
      bounded(120, 'Enter an IBAN or an account number')
        .refine((account) => /^[A-Z0-9/.]{4,34}$/.test(account), 'Enter an IBAN or an account number')
        .refine(
          (account) => !/^[A-Z]{2}\d{2}/.test(account) || isIban(account),
          'The check digits of this IBAN are wrong',
        ),
    ),
  bic: z
    .union(
      [
        z.literal(''),
        text(1, 20, 'BIC')
          .transform(plain)
          .pipe(bounded(40, 'A BIC must have 8 or 11 letters and digits').regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)),
      ],
      {
        error: 'A BIC must have 8 or 11 letters and digits',
      },
    )
    .default(''),
  bank: text(0, 140, 'Bank').default(''),
});
export type BankAccount = z.output<typeof BankAccount>;

type BankLabel = 'Account holder' | 'IBAN' | 'Account number' | 'BIC' | 'Bank';

/** The account as lines of a paper or a letter. */
export function bankAccountLines({ holder, account, bic, bank }: BankAccount): [name: BankLabel, value: string][] {
  const lines: [BankLabel, string][] = [
    [message('Account holder'), holder],
    [isIban(account) ? message('IBAN') : message('Account number'), spacedAccount(account)],
    [message('BIC'), bic],
    [message('Bank'), bank],
  ];
  return lines.filter(([, value]) => value !== '');
}
