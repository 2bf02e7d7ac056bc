import { expect, it } from 'vitest';
import { telephone, wholeAddress } from './whole-address.ts';

it('a telephone has five digits or more, however they are written', () => {
  for (const typed of ['12345', '+49 (0)30 12', '555-0100']) expect(telephone()(typed)).toBe(true);
  for (const typed of ['555', 'n/a', '12 34']) expect(telephone()(typed)).toMatch(/five digits/);
  expect(telephone()(' ')).toBe('Phone is required');
  expect(telephone({ isOptional: true })('')).toBe(true);
  expect(telephone({ isOptional: true })('1')).toMatch(/five digits/);
});

it('an address in one text has street, town and, where the country has them, a postal code', () => {
  expect(wholeAddress('1 Dock Road, 4100 Chattogram', 'BD')).toBe(true);
  expect(wholeAddress('10 Downing Street\nLondon SW1A 2AA', 'GB')).toBe(true);
  expect(wholeAddress('1 Queen’s Road, Hong Kong', 'HK')).toBe(true);
  expect(wholeAddress('1 Dock Road', 'HK')).toMatch(/a comma and the town$/);
  expect(wholeAddress('1 Dock Road, Boston', 'US')).toMatch(/the town with its postal code/);
  expect(wholeAddress('1 Dock Road 4100 Chattogram', 'BD')).toMatch(/a comma and the town/);
  expect(wholeAddress('', 'BD')).toBe(true);
});
