import { expect, it } from 'vitest';
import { CASES, NOT_FROM_OUTSIDE } from '../prove/attack-cases.ts';
import { sourceFiles } from './source-files.ts';

/** The numbers of the attacks that the shop must withstand; those that are left out were never given away. */
const ATTACKS = [
  1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 17, 18, 19, 21, 22, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34, 35, 37, 38, 39,
  40, 41, 42, 44, 46, 47, 48, 50, 51, 52, 53, 54, 55, 56, 58, 59, 61, 62, 63, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74,
  76, 77, 78, 79, 81, 82, 83, 84, 85, 86, 87, 89, 91, 92, 94, 95, 96, 99, 100, 101, 102, 103, 104, 105, 106,
];

/** The numbers that titles of tests and proofs name, as in `(attacks T18, T79)` at a title's end. */
function named(): Set<number> {
  const files = sourceFiles('.ts', '.tsx').filter(
    ({ path }) => /\.(test\.tsx?|e2e\.ts)$/.test(path) || path === 'prove/main.ts',
  );
  const numbers = files.flatMap(({ text }) =>
    [...text.matchAll(/\(attacks ([^)]*)\)['"`]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/T(\d+)/g)].map(([, number]) => Number(number)),
    ),
  );
  return new Set(numbers);
}

it('every attack is tried by a test or a proof that names it', () => {
  const tried = named();
  expect(ATTACKS.filter((number) => !tried.has(number)).map((number) => `T${number}`)).toEqual([]);
});

it('no title names an attack that there is not', () => {
  const known = new Set(ATTACKS);
  expect([...named()].filter((number) => !known.has(number))).toEqual([]);
});

it('the proof from outside tries each attack or says why it does not', () => {
  const known = [...CASES.map(({ attack }) => attack), ...Object.keys(NOT_FROM_OUTSIDE)];
  expect(known.toSorted()).toEqual(ATTACKS.map((number) => `T${number}`).toSorted());
});
