import { expect, it } from 'vitest';
import { fullGtin, isGtin, mayBeGtin } from './gtin.ts';

it.each(['4006381333931', '04006381333931', '96385074', '036000291452', '00036000291452', '10614141000415'])(
  '%s is a GTIN',
  (digits) => expect(isGtin(digits)).toBe(true),
);

it.each(['4006381333932', '400638133393', '9638507', '40063813339310', '4006381333931 ', 'x', '', '12345678901'])(
  '%j is none',
  (digits) => expect(isGtin(digits)).toBe(false),
);

it('leading zeros do not make another number', () => {
  expect(fullGtin('36000291452')).toBe(fullGtin('00036000291452'));
  expect([mayBeGtin('36000291452'), mayBeGtin('1234567'), mayBeGtin('123456789012345')]).toEqual([true, false, false]);
});
