import { expect, it } from 'vitest';
import { isIban } from '#contract/bank-account.ts';
import { checkBankAccount } from './check-bank-account.ts';

const check = (account: string) => () => checkBankAccount({ holder: 'Tradebench Ltd', account, bic: '', bank: '' });

it.each([
  ['one digit too few', 'DE4512030000000020205'],
  ['a letter where its country has digits', 'DE80A20300000000202051'],
  ['a country that has none', 'US4412030000000020205'],
])('refuses an IBAN of %s, though its check digits fit', (_, iban) => {
  expect(isIban(iban)).toBe(true);
  expect(check(iban)).toThrow('This is no IBAN');
});

it.each(['DE02120300000000202051', 'GB33BUKB20201555555555', '0012345678'])('takes %s', (account) => {
  expect(check(account)).not.toThrow();
});

it('takes a shop without an account', () => {
  expect(() => checkBankAccount(null)).not.toThrow();
});
