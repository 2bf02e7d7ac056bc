import { expect, it } from 'vitest';
import { countryOfVatNumber } from './vat-numbers.ts';

it.each([
  ['NO974760673MVA', 'NO'],
  ['NO 974 760 673', 'NO'],
  ['CHE-116.281.271 MWST', 'CH'],
  ['DE136695976', 'DE'],
  ['el 094259216', 'GR'],
  ['GR094259216', 'GR'],
  ['XI110305878', 'XI'],
  ['XIGD001', 'XI'],
  ['GB980780684', 'GB'],
  ['FR40303265045', 'FR'],
  // A letter first, and a digit first.
  ['FR K7 399859412', 'FR'],
  ['FR4Z123456782', 'FR'],
  ['', null],
])('%s is of %s', (vatId, country) => expect(countryOfVatNumber(vatId)).toBe(country));

it.each([
  'NO974760674MVA',
  'NO97476067',
  'DE136695977',
  '974760673MVA',
  'GR094259217',
  'XI110305879',
  'FRK7399859421',
  'FR4Z123456783',
  'FRZ4123456782',
])('%s is of no country', (vatId) => expect(() => countryOfVatNumber(vatId)).toThrow('VAT number'));
