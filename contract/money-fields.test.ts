import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MONEY_FIELDS, withoutMoney } from './money-fields.ts';
import { may } from './policy.ts';
import { permissionsFor, type Route } from './route.ts';
import { routes } from './routes.ts';

/** What sounds like money. */
const SOUNDS =
  /price|amount|cost|total|tax|freight|goods|sum|credit|due$|fee|refund|paid|owed|balance|limit|net$|gross|discount|surcharge|money|cents|revenue|margin/i;
/** Numbers that sound so and are none: a rate of tax, pieces on a shelf, the pieces that a price is for, pieces that may be waited for. */
const NONE = new Set(['taxPercent', 'balance', 'priceUnit', 'percentOff', 'limit']);
const FILES = new Set([
  'certificates',
  'deliveryNote',
  'shipmentLabel',
  'packingSlip',
  'packingSlips',
  'shelfLabels',
  'exportToReorder',
  'getReturnPicture',
  'returnSlip',
]);

type Schema = { [Word in string]?: unknown };

/** The names of all numbers in an answer. */
function numbersOf(schema: Schema, name = ''): string[] {
  const type = schema['type'];
  const own = type === 'number' || type === 'integer' ? [name] : [];
  const inside = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const others = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((word) => (schema[word] ?? []) as Schema[]);
  const items = schema['items'] ? [schema['items'] as Schema] : [];
  return [
    ...own,
    ...inside.flatMap(([each, of]) => numbersOf(of, each)),
    ...[...others, ...items].flatMap((of) => numbersOf(of, name)),
  ];
}

const packers = (Object.entries(routes) as [string, Route][]).filter(([, { access, path }]) => {
  if (access === 'public' || access === 'session' || access === 'signature' || path.startsWith('/my-')) return false;
  const asked = permissionsFor(access);
  return asked.length === 0 || asked.some((permission) => may('warehouse', permission));
});

describe('what the warehouse can be answered', () => {
  it.each(packers.filter(([, { file }]) => file === undefined))(
    '%s has no money that is not known as such',
    (_, route) => {
      const numbers = numbersOf(z.toJSONSchema(route.answer, { unrepresentable: 'any' }) as Schema);
      const unknown = numbers.filter(
        (name) => SOUNDS.test(name) && !NONE.has(name) && !Object.hasOwn(MONEY_FIELDS, name),
      );
      expect(unknown).toEqual([]);
    },
  );

  it.each(packers.filter(([, { file }]) => file !== undefined))(
    '%s is a paper with prices, or one without',
    (name, route) => {
      expect(route.hasPrices === true).toBe(!FILES.has(name));
    },
  );
});

it('takes sums out wherever they stand, and nothing else', () => {
  expect(
    withoutMoney({
      number: '7',
      price: 12,
      lines: [{ quantity: 3, unitPrice: 4, price: 12, name: 'price' }],
      approval: { limit: 5, sum: 12 },
      backorder: { limit: 50 },
      batch: { received: 4 },
    }),
  ).toEqual({
    number: '7',
    price: null,
    lines: [{ quantity: 3, unitPrice: null, price: null, name: 'price' }],
    approval: { limit: null, sum: null },
    backorder: { limit: 50 },
    batch: { received: 4 },
  });
});
