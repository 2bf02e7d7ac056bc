import { expect, it } from 'vitest';
import type { Address } from '#contract/people/addresses.ts';
import { withCompanies } from './company-addresses.ts';

const address = (id: string, more: Partial<Address> = {}): Address => ({
  _id: id,
  label: '',
  name: 'N',
  company: '',
  street: 'S',
  extra: '',
  postalCode: '',
  town: 'T',
  region: '',
  country: 'NO',
  phone: '5',
  vatId: '',
  isDefault: false,
  isInvoiceDefault: false,
  ...more,
});

it('an order for a company begins with the company’s address, and its invoice never goes to a buyer’s own', () => {
  const own = [address('home', { isDefault: true, isInvoiceDefault: true })];
  const both = withCompanies([address('site', { isDefault: true })], own);
  expect(both.map(({ _id, isDefault, isInvoiceDefault }) => [_id, isDefault, isInvoiceDefault])).toEqual([
    ['site', true, false],
    ['home', false, false],
  ]);
  expect(withCompanies([], own).map(({ isDefault, isInvoiceDefault }) => [isDefault, isInvoiceDefault])).toEqual([
    [true, false],
  ]);
});
