import { expect, it } from 'vitest';
import { BankAccount, bankAccountLines } from './bank-account.ts';

const account = (number: string, bic = '') =>
  BankAccount.safeParse({ holder: 'Tradebench Tools', account: number, bic, bank: '' });

it.each(['DE02 1203 0000 0000 2020 51', 'gb33bukb20201555555555', 'NO9386011117947'])('takes the IBAN %s', (iban) => {
  expect(account(iban).success).toBe(true);
});

it.each(['DE02 1203 0000 0000 2020 52', 'DE0', 'GB34BUKB20201555555555', '12', ''])('refuses %j', (number) => {
  expect(account(number).success).toBe(false);
});

it('takes the account numbers of countries without IBANs', () => {
  expect(account('0012-345 678').data?.account).toBe('0012345678');
});

it.each([
  ['BYLADEM1001', true],
  ['byladem1', true],
  ['BYLA', false],
])('a BIC of %s is one: %s', (bic, fits) => {
  expect(account('12345678', bic).success).toBe(fits);
});

it('is printed in groups of four, without what is not known', () => {
  expect(bankAccountLines(account('DE02120300000000202051').data!)).toEqual([
    ['Account holder', 'Tradebench Tools'],
    ['IBAN', 'DE02 1203 0000 0000 2020 51'],
  ]);
});
