import { expect, it } from 'vitest';
import { partsIn } from './country-parts.ts';

it('the parts of an address are named and required as its country has them', () => {
  expect(partsIn('US')).toEqual({
    postalCode: 'ZIP code',
    needsPostalCode: true,
    region: 'State',
    needsRegion: true,
  });
  expect(partsIn('GB')).toMatchObject({ postalCode: 'Postcode', needsPostalCode: true, needsRegion: false });
  expect(partsIn('DE')).toMatchObject({ postalCode: 'Postal code', needsPostalCode: true, needsRegion: false });
});

it('a postal code is asked for where the country has them', () => {
  for (const country of ['DE', 'IE', 'NO', 'SG'])
    expect(partsIn(country)).toMatchObject({ needsPostalCode: true, needsRegion: false });
  for (const country of ['AE', 'BD', 'HK', 'QA', ''])
    expect(partsIn(country)).toMatchObject({ needsPostalCode: false });
});
