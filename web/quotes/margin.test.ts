import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import { marginOf } from './margin.ts';

it('is what is left of the price, below nothing too', () => {
  const lines = [
    { quantity: 3, priceUnit: 1, price: 8, cost: 6 },
    { quantity: 5, priceUnit: 1, price: 15.5, cost: 15.5 },
  ];
  expect(marginOf(lines)).toEqual({ amount: 6, percent: 6 });
  expect(marginOf([{ quantity: 3, priceUnit: 1, price: 0.1, cost: 0.3 }])).toEqual({ amount: -0.6, percent: -200 });
});

it('is not known where one cost is not, and of nothing', () => {
  expect(
    marginOf([
      { quantity: 3, priceUnit: 1, price: 8, cost: 6 },
      { quantity: 1, priceUnit: 1, price: 8, cost: null },
    ]),
  ).toBeNull();
  expect(marginOf([{ quantity: 3, priceUnit: 1, price: 0, cost: 6 }])).toBeNull();
  expect(marginOf([])).toBeNull();
});

it('of prices per hundred is, to the cent, what exact arithmetic leaves of the lines', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    priceUnit: fc.constantFrom(...PRICE_UNITS),
    cents: fc.integer({ min: 1, max: 99_999 }),
    costCents: fc.integer({ min: 0, max: 99_999 }),
  });
  const exact = (pieces: number, cents: number, per: number) => {
    const [whole, rest] = [
      (BigInt(pieces) * BigInt(cents)) / BigInt(per),
      (BigInt(pieces) * BigInt(cents)) % BigInt(per),
    ];
    return 2n * rest >= BigInt(per) ? whole + 1n : whole;
  };
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const sum = (of: 'cents' | 'costCents') =>
        lines.reduce((so, each) => so + exact(each.quantity, each[of], each.priceUnit), 0n);
      const found = marginOf(
        lines.map(({ quantity, priceUnit, cents, costCents }) => ({
          quantity,
          priceUnit,
          price: cents / 100,
          cost: costCents / 100,
        })),
      );
      const left = found && BigInt(Math.round(found.amount * 100));
      expect(left).toBe(sum('cents') === 0n ? null : sum('cents') - sum('costCents'));
    }),
  );
});
