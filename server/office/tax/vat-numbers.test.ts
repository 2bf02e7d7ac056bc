import { expect, it } from 'vitest';
import { countryOfVatNumber } from './vat-numbers.ts';

it.each([
  ['NO974760673MVA', 'NO'],
  ['NO 974 760 673', 'NO'],
  ['CHE-116.281.271 MWST', 'CH'],
  ['DE136695976', 'DE'],
  ['', null],
])('%s is of %s', (vatId, country) => expect(countryOfVatNumber(vatId)).toBe(country));

it.each(['NO974760674MVA', 'NO97476067', 'DE136695977', '974760673MVA'])('%s is of no country', (vatId) =>
  expect(() => countryOfVatNumber(vatId)).toThrow('VAT number'),
);
