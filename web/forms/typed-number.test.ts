import { expect, it } from 'vitest';
import { moneyProblem, typedMoney } from './typed-money.ts';
import { kilogramsText, typedGrams, typedPercent } from './typed-measures.ts';
import { typedWhole } from './typed-number.ts';

it('reads a sum with a point or a comma and with thousands, nothing as nothing, and anything else as none', () => {
  expect(['7', ' 7.5 ', '7,50', '0', '.5', '1,000.00', '1.000,00', "1'234.50"].map(typedMoney)).toEqual([
    7, 7.5, 7.5, 0, 0.5, 1000, 1000, 1234.5,
  ]);
  expect(typedMoney('  ')).toBeUndefined();
  expect(['x', '-1', '1.234', '1,234', '1e3', '1.2345'].map(typedMoney)).toEqual([null, null, null, null, null, null]);
});

it('asks which sum is meant where it may be two', () => {
  expect(moneyProblem('1,234')).toBe('1,234 could be 1234 or 1.234. Enter 1234 for the first, 1.2340 for the second.');
  expect(moneyProblem('x')).toBe('Enter an amount of money');
  expect([moneyProblem(''), moneyProblem('1.234,50')]).toEqual([undefined, undefined]);
});

it('reads whole numbers with thousands, and nothing that has parts', () => {
  expect(['12', '1,234', '1.234', '1 234', '12.0'].map(typedWhole)).toEqual([12, 1234, 1234, 1234, 12]);
  expect(['1,5', '1.5', '-1', 'x', ''].map(typedWhole)).toEqual([null, null, null, null, null]);
});

it('reads percentages and kilograms', () => {
  expect(['3', '-2,5', '+10 %', '1,25'].map(typedPercent)).toEqual([3, -2.5, 10, 1.25]);
  expect(['x', '1.2345', '1,234'].map(typedPercent)).toEqual([null, null, null]);
  expect(['0.5', '1,25', '31,5', '1234', '1.234,5', '1.2340'].map(typedGrams)).toEqual([
    500, 1250, 31_500, 1_234_000, 1_234_500, 1234,
  ]);
  expect(['heavy', '', '1.234', '1,234', '-1', '0.1234'].map(typedGrams)).toEqual([null, null, null, null, null, null]);
});

it('writes kilograms so that they are read as they are', () => {
  for (const grams of [1, 500, 1_234, 31_500, 30_000, 999_999]) expect(typedGrams(kilogramsText(grams))).toBe(grams);
});
