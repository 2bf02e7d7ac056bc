import * as fc from 'fast-check';
import { INTRA_COMMUNITY } from '../office/tax.ts';
import { describe, expect, it } from 'vitest';
import { exactMoney } from '../money.ts';
import { MONDAY_TO_FRIDAY } from '../working-days.ts';
import { freightOf, nextBreak, type ShopTerms, sumUp, termsFor, taxOn, type ToolTerms, unitPrice } from './pricing.ts';
import { around, lineProblem, suggest } from './quantities.ts';

const spanner: ToolTerms = {
  priceCents: 385,
  priceUnit: 1,
  priceBreaks: [
    { from: 48, cents: 340 },
    { from: 120, cents: 310 },
  ],
  quantityStep: 12,
  minOrderQuantity: 24,
  availableQuantity: 250,
  orderable: 250,
  weightGrams: 90,
};

describe('the price of a piece', () => {
  it.each([
    [1, 385],
    [47, 385],
    [48, 340],
    [119, 340],
    [120, 310],
    [1_000_000_000, 310],
  ])('is, for %i pieces, %i cents', (quantity, cents) => expect(unitPrice(spanner, quantity)).toBe(cents));

  it.each([
    [24, { from: 48, unitPrice: 340, price: 16_320n }],
    [48, { from: 120, unitPrice: 310, price: 37_200n }],
    [120, null],
  ])('falls, from %i pieces, with the next break', (quantity, next) =>
    expect(nextBreak(spanner, quantity)).toEqual(next),
  );
});

describe('what can be ordered', () => {
  it.each([
    [1, 'BELOW_MINIMUM', 24],
    [23, 'BELOW_MINIMUM', 24],
    [24, null, 24],
    [25, 'NOT_A_MULTIPLE', 24],
    [31, 'NOT_A_MULTIPLE', 36],
    [30, 'NOT_A_MULTIPLE', 36],
    [240, null, 240],
    [251, 'NOT_A_MULTIPLE', 240],
    [252, 'OUT_OF_STOCK', 240],
    [Number.MAX_SAFE_INTEGER, 'NOT_A_MULTIPLE', 240],
  ])('of a carton of 12, for %i pieces: %s, nearest %i', (quantity, problem, nearest) => {
    expect(lineProblem(spanner, quantity)).toBe(problem);
    expect(suggest(spanner, quantity)).toBe(nearest);
  });

  it('names both neighbours, and none where there is none', () => {
    expect(around(spanner, 25)).toEqual({ below: 24, above: 36 });
    expect(around(spanner, 5)).toEqual({ below: null, above: 24 });
    expect(around(spanner, 249)).toEqual({ below: 240, above: null });
    expect(around({ ...spanner, availableQuantity: 23, orderable: 23 }, 25)).toEqual({ below: null, above: null });
    expect(suggest({ ...spanner, availableQuantity: 0, orderable: 0 }, 24)).toBeNull();
  });

  it('knows nothing of a tool that is not for sale', () => expect(lineProblem(null, 5)).toBe('TOOL_NOT_FOUND'));

  it('suggests only what has no problem, and the nearest of it', () => {
    const small = fc.record({
      quantityStep: fc.integer({ min: 1, max: 9 }),
      minimum: fc.integer({ min: 1, max: 6 }),
      availableQuantity: fc.integer({ min: 0, max: 60 }),
      quantity: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(small, ({ quantityStep, minimum, availableQuantity, quantity }) => {
        const terms = {
          quantityStep,
          minOrderQuantity: minimum * quantityStep,
          availableQuantity,
          orderable: availableQuantity,
        };
        const possible = Array.from({ length: 60 }, (_, index) => index + 1).filter(
          (each) => !lineProblem(terms, each),
        );
        const apart = (each: number) => Math.abs(each - quantity);
        // Of two that are equally near the larger.
        const [nearest = null] = possible.toSorted((a, b) => apart(a) - apart(b) || b - a);
        expect(suggest(terms, quantity)).toBe(nearest);
      }),
    );
  });
});

const shop: ShopTerms = {
  languages: ['en'],
  currency: 'USD',
  timeZone: 'UTC',
  ...MONDAY_TO_FRIDAY,
  country: 'BD',
  delivery: [
    {
      id: 'van',
      name: 'Van',
      countries: ['BD'],
      days: [1, 2],
      rates: [
        { upTo: 1_000, cents: 500 },
        { upTo: 30_000, cents: 1_500 },
      ],
      freeFromCents: 100_000,
    },
    {
      id: 'sea',
      name: 'Sea',
      countries: ['*'],
      days: [20, 40],
      rates: [{ upTo: null, cents: 9_900 }],
      freeFromCents: null,
    },
  ],
  tax: [
    { country: 'BD', percent: 15, name: 'VAT' },
    { country: 'DE', percent: 19, name: 'USt' },
  ],
};

describe('freight', () => {
  const [van, sea] = shop.delivery;
  it.each([
    ['the first rate that carries it', van!, 'BD', 1_000n, 0n, 500],
    ['the next, a gram beyond', van!, 'BD', 1_001n, 0n, 1_500],
    ['nothing from so many goods on', van!, 'BD', 1_001n, 100_000n, 0],
    ['no way beyond the last rate, whatever the goods', van!, 'BD', 30_001n, 100_000n, null],
    ['no way to another country', van!, 'DE', 1n, 0n, null],
    ['any weight anywhere', sea!, 'DE', 10n ** 15n, 0n, 9_900],
  ])('is %s', (_what, way, country, weight, goods, cents) =>
    expect(freightOf(way, country, { weight, goods })).toBe(cents),
  );
});

describe('tax', () => {
  it.each([
    [100n, 15, 15n],
    [10n, 15, 2n],
    [3n, 15, 0n],
    [200n, 8.875, 18n],
    [10n ** 17n + 1n, 100, 10n ** 17n + 1n],
  ])('on %i cents at %d %% is %i, half up', (sum, percent, tax) => expect(taxOn(sum, percent)).toBe(tax));
});

describe('the sums', () => {
  const lines = [
    { quantity: 48, unitCents: 340, priceUnit: 1, weightGrams: 90 },
    { quantity: 3, unitCents: 33, priceUnit: 1, weightGrams: 0 },
  ];

  it('are goods, freight and tax at the first way that goes there', () => {
    const sums = sumUp(lines, termsFor(shop, {}));
    expect(sums).toMatchObject({ goods: 16_419n, weight: 4_320n, freight: 1_500n, tax: 2_688n, total: 20_607n });
    expect(sums.delivery?.id).toBe('van');
    expect(sums.deliveries.map(({ way, cents }) => [way.id, cents])).toEqual([
      ['van', 1_500],
      ['sea', 9_900],
    ]);
  });

  it('leave tax out where the goods leave for a business in another country, and say why', () => {
    const atHome = { ...shop, tax: shop.tax.filter(({ country }) => country === shop.country) };
    const sums = sumUp(lines, termsFor(atHome, { country: 'DE', vatCountry: 'DE' }));
    expect(sums).toMatchObject({ tax: 0n, total: 26_319n, taxNote: 'Export', taxCategory: 'G' });
    const inUnion = { ...shop, country: 'FR', tax: [{ country: 'FR', percent: 20, name: 'TVA' }] };
    expect(sumUp(lines, termsFor(inUnion, { country: 'DE', vatCountry: 'DE' }))).toMatchObject({
      tax: 0n,
      taxNote: INTRA_COMMUNITY,
      taxCategory: 'K',
    });
  });

  it('have no tax where no rate is set, and no freight for nothing', () => {
    const untaxed = { ...shop, tax: [] };
    expect(sumUp(lines, termsFor(untaxed, { country: 'FR' }))).toMatchObject({
      tax: 0n,
      taxNote: null,
      taxCategory: 'O',
    });
    expect(sumUp([], termsFor(shop, {}))).toMatchObject({ goods: 0n, freight: 0n, tax: 0n, total: 0n });
  });

  it('are unknown where no way goes there, or not the one asked for', () => {
    const inland = { ...shop, delivery: [shop.delivery[0]!] };
    const nowhere = { delivery: null, freight: null, tax: null, total: null, goods: 16_419n };
    expect(sumUp(lines, termsFor(inland, { country: 'DE' }))).toMatchObject({ ...nowhere, deliveries: [] });
    expect(sumUp(lines, termsFor(shop, { delivery: 'drone' }))).toMatchObject(nowhere);
  });

  it('are exact beyond what a number can count', () => {
    const many = Array.from({ length: 1_000 }, () => ({
      quantity: 1_000_000_000,
      unitCents: 99_999_999,
      priceUnit: 1,
      weightGrams: 1,
    }));
    expect(sumUp(many, termsFor({ ...shop, tax: [] }, { delivery: 'sea' })).total).toBe(99_999_999_000_000_009_900n);
    expect(exactMoney(99_999_999_00n)).toBe(99_999_999);
    expect(exactMoney(7n)).toBe(0.07);
    expect(String(exactMoney(9_007_199_254_740_993n))).toBe('90071992547409.94');
  });
});
