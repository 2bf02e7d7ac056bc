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

it('an address of any other country asks for neither', () => {
  for (const country of ['BD', 'HK', '']) {
    expect(partsIn(country)).toMatchObject({ needsPostalCode: false, region: 'State or region', needsRegion: false });
  }
});
