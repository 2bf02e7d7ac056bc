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
  ['', null],
])('%s is of %s', (vatId, country) => expect(countryOfVatNumber(vatId)).toBe(country));

it.each(['NO974760674MVA', 'NO97476067', 'DE136695977', '974760673MVA', 'GR094259217', 'XI110305879'])(
  '%s is of no country',
  (vatId) => expect(() => countryOfVatNumber(vatId)).toThrow('VAT number'),
);
