import { expect, test } from 'vitest';
import { unparted } from './unparted.ts';

test('keeps a number with its unit, and leaves every other blank', () => {
  const shown = unparted('Spanner 13 mm, 3 m long, 24 oz in 2 in. of 5 parts at 60 %').replaceAll('\u00a0', '~');
  expect(shown).toBe('Spanner 13~mm, 3~m long, 24~oz in 2~in. of 5 parts at 60~%');
});

test('takes no word that begins like a unit for one', () => {
  expect(unparted('3 models in 4 inner boxes, 2 metal')).toBe('3 models in 4 inner boxes, 2 metal');
});
