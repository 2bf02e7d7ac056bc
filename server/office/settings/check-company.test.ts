import { expect, it } from 'vitest';
import { isIban } from '#contract/money/bank-account.ts';
import { ownCompany } from '#content/company.ts';
import { checkCompany } from './check-company.ts';

const withAccount = (account: string) => () =>
  checkCompany({ ...ownCompany, bankAccount: { holder: 'Tradebench Ltd', account, bic: '', bank: '' } });
const withVatId = (country: string, vatId: string) => () => checkCompany({ ...ownCompany, country, vatId });

it.each([
  ['one digit too few', 'DE4512030000000020205'],
  ['a letter where its country has digits', 'DE80A20300000000202051'],
  ['a country that has none', 'US4412030000000020205'],
])('refuses an IBAN of %s, though its check digits fit', (_, iban) => {
  expect(isIban(iban)).toBe(true);
  expect(withAccount(iban)).toThrow('This is not an IBAN');
});

it.each(['DE02120300000000202051', 'GB33BUKB20201555555555', '0012345678'])('takes %s', (account) => {
  expect(withAccount(account)).not.toThrow();
});

it('takes a shop without an account', () => {
  expect(() => checkCompany({ ...ownCompany, bankAccount: null })).not.toThrow();
});

it.each([
  ['DE', 'DE12345'],
  ['DE', '123456789'],
  ['GR', 'GR12'],
])('refuses a company in %s the VAT number %s', (country, vatId) => {
  expect(withVatId(country, vatId)).toThrow('This is not a VAT number');
});

it.each([
  ['DE', 'DE123456788'],
  ['DE', ''],
  ['DE', 'ATU12345675'],
  ['BD', '001234567-0101'],
  ['IN', '29ABCDE1234F1Z5'],
])('takes of a company in %s the VAT number "%s"', (country, vatId) => {
  expect(withVatId(country, vatId)).not.toThrow();
});
