import { describe, expect, it } from 'vitest';
import { EXPORT, INTRA_COMMUNITY, taxOf } from './tax.ts';

const RATES = [
  { country: 'DE', percent: 19, name: 'USt.' },
  { country: 'FR', percent: 20, name: 'TVA' },
  { country: 'NL', percent: 21, name: 'btw' },
  { country: 'LU', percent: 0, name: 'TVA' },
  { country: 'NO', percent: 25, name: 'MVA' },
  { country: 'RE', percent: 8.5, name: 'TVA' },
  { country: 'GB', percent: 20, name: 'VAT' },
  { country: 'US', percent: 8.875, name: 'Sales tax' },
  { country: 'BD', percent: 15, name: 'VAT' },
];
const without = (...countries: string[]) => RATES.filter(({ country }) => !countries.includes(country));

type Case = [shop: string, destination: string, number: string | null, expected: string, rates?: typeof RATES];

const CASES: Case[] = [
  // At home.
  ['DE', 'DE', null, '19 S'],
  ['DE', 'DE', 'DE', '19 S'],
  ['DE', 'DE', 'FR', '19 S'],
  ['DE', 'DE', 'XI', '19 S'],
  ['DE', 'DE', null, '0 O', without('DE')],
  ['DE', 'DE', 'FR', '0 O', []],
  ['LU', 'LU', null, '0 Z'],
  ['LU', 'LU', 'DE', '0 Z'],
  ['US', 'US', null, '8.875 S'],
  ['US', 'US', 'DE', '8.875 S'],
  ['BD', 'BD', null, '15 S'],
  ['BD', 'BD', null, '0 O', []],
  ['GB', 'GB', 'GB', '20 S'],
  ['NO', 'NO', 'NO', '25 S'],
  // Within the union, to a business of another member state.
  ['DE', 'FR', 'FR', '0 K'],
  ['DE', 'FR', 'NL', '0 K'],
  ['DE', 'FR', 'GR', '0 K'],
  ['DE', 'FR', 'XI', '0 K'],
  ['DE', 'LU', 'LU', '0 K'],
  ['DE', 'AT', 'AT', '0 K'],
  ['DE', 'AT', 'AT', '0 K', []],
  ['FR', 'DE', 'DE', '0 K'],
  ['GR', 'CY', 'CY', '0 K'],
  ['DE', 'MC', 'FR', '0 K'],
  ['MC', 'DE', 'DE', '0 K'],
  // Within the union, to anybody else.
  ['DE', 'FR', null, '20 S'],
  ['DE', 'FR', 'DE', '20 S'],
  ['DE', 'FR', 'GB', '20 S'],
  ['DE', 'FR', 'CH', '20 S'],
  ['DE', 'FR', 'NO', '20 S'],
  ['DE', 'FR', 'EU', '20 S'],
  ['DE', 'NL', null, '21 S'],
  ['DE', 'LU', null, '0 Z'],
  ['DE', 'AT', null, '19 S'],
  ['DE', 'AT', 'DE', '19 S'],
  ['DE', 'FR', null, '19 S', without('FR')],
  ['DE', 'FR', null, '20 S', without('DE')],
  ['DE', 'AT', null, '0 O', without('DE')],
  ['AT', 'PL', null, '0 O', []],
  ['LU', 'AT', null, '0 Z'],
  ['DE', 'MC', null, '20 S'],
  ['DE', 'MC', null, '19 S', without('FR')],
  ['MC', 'DE', 'FR', '19 S'],
  // Monaco and France are one.
  ['FR', 'MC', null, '20 S'],
  ['FR', 'MC', 'DE', '20 S'],
  ['MC', 'FR', 'FR', '20 S'],
  ['MC', 'MC', null, '20 S'],
  // Out of the union.
  ['DE', 'US', null, '8.875 S'],
  ['DE', 'US', 'FR', '8.875 S'],
  ['DE', 'US', null, '0 G', without('US')],
  ['DE', 'CH', null, '0 G'],
  ['DE', 'CH', 'CH', '0 G'],
  ['DE', 'CH', 'FR', '0 G'],
  ['DE', 'NO', null, '25 S'],
  ['DE', 'NO', 'NO', '25 S'],
  ['DE', 'GB', 'GB', '20 S'],
  ['DE', 'GB', 'XI', '20 S'],
  ['DE', 'GB', 'XI', '0 G', without('GB')],
  ['DE', 'CH', null, '0 O', []],
  ['DE', 'CH', null, '0 O', without('DE')],
  ['LU', 'CH', null, '0 G'],
  // Places with a country code of their own are outside.
  ['DE', 'AX', 'FI', '0 G'],
  ['DE', 'GP', 'FR', '0 G'],
  ['DE', 'MQ', 'FR', '0 G'],
  ['DE', 'GF', 'FR', '0 G'],
  ['DE', 'YT', 'FR', '0 G'],
  ['DE', 'IC', 'ES', '0 G'],
  ['DE', 'GG', null, '0 G'],
  ['DE', 'JE', null, '0 G'],
  ['DE', 'RE', 'FR', '8.5 S'],
  ['FR', 'RE', 'FR', '8.5 S'],
  ['FR', 'GP', 'FR', '0 G'],
  ['ES', 'IC', 'ES', '0 O'],
  ['FI', 'AX', null, '0 G', [{ country: 'FI', percent: 25.5, name: 'ALV' }]],
  ['DE', 'IM', null, '20 S'],
  ['DE', 'IM', null, '0 G', without('GB')],
  ['GB', 'IM', null, '20 S'],
  ['IM', 'GB', null, '20 S'],
  ['GB', 'JE', null, '0 G'],
  // A shop outside the union.
  ['BD', 'DE', 'DE', '19 S'],
  ['BD', 'AT', 'AT', '0 G'],
  ['BD', 'AT', 'AT', '0 O', without('BD')],
  ['US', 'AT', null, '0 G'],
  ['US', 'CA', null, '0 O', []],
  ['GB', 'DE', 'DE', '19 S'],
  ['GB', 'AT', 'AT', '0 G'],
  ['GB', 'AT', 'XI', '0 G'],
  ['CH', 'AT', 'AT', '0 O'],
  ['NO', 'CH', null, '0 G'],
];

describe('whose tax it is', () => {
  it.each(CASES)('shop %s, goods to %s, number of %s: %s', (shop, destination, number, expected, rates = RATES) => {
    const { percent, category, reason } = taxOf({ country: shop, tax: rates }, destination, number);
    expect(`${percent} ${category}`).toBe(expected);
    const said = { K: INTRA_COMMUNITY, G: EXPORT }[category as string] ?? null;
    expect(reason).toBe(said);
  });

  it('is tried by no fewer than 60 cases, each once', () => {
    const all = CASES.map(([shop, destination, number, , rates]) =>
      JSON.stringify([shop, destination, number, rates?.map(({ country }) => country)]),
    );
    expect(new Set(all).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(60);
  });

  it('names the tax as the rate does', () => {
    expect(taxOf({ country: 'DE', tax: RATES }, 'FR', null).name).toBe('TVA');
    expect(taxOf({ country: 'DE', tax: RATES }, 'FR', 'FR').name).toBeNull();
  });
});
