import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_CENTS } from '#contract/money.ts';
import { MONDAY_TO_FRIDAY } from '#contract/working-days.ts';
import { listPrices, type ShopTerms, sumUp, termsFor, unitPrice } from '#contract/buying/pricing.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { placed, plainly } from './placing-for-tests.ts';

let database: Database;
const email = 'sums@people.test';
const userId = newId();
beforeAll(async () => {
  database = await freshDatabase();
  await database.db.insert(users).values({ id: userId, name: 'Sums', email });
});
afterAll(() => database.close());

const cents = fc.integer({ min: 1, max: 200_000 });
const tool = fc
  .record({
    priceCents: cents,
    weightGrams: fc.integer({ min: 0, max: 5_000 }),
    quantity: fc.integer({ min: 1, max: 5_000 }),
    steps: fc.uniqueArray(fc.integer({ min: 2, max: 6_000 }), { maxLength: 4 }),
  })
  .map(({ steps, ...rest }) => ({
    ...rest,
    priceBreaks: steps
      .toSorted((a, b) => a - b)
      .map((from, index) => ({ from, cents: Math.max(1, Math.floor(rest.priceCents / (index + 2))) })),
  }));
const way = fc
  .record({
    weights: fc.uniqueArray(fc.integer({ min: 1, max: 30_000_000 }), { maxLength: 3 }),
    anyWeight: fc.boolean(),
    prices: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 4, maxLength: 4 }),
    freeFromCents: fc.option(fc.integer({ min: 0, max: 500_000_00 })),
    countries: fc.constantFrom(['*'], ['DE'], ['BD', 'DE'], ['FR']),
  })
  .map(({ weights, anyWeight, prices, ...rest }) => ({
    ...rest,
    rates: [...weights.toSorted((a, b) => a - b), ...(anyWeight || weights.length === 0 ? [null] : [])].map(
      (upTo, index) => ({ upTo, cents: prices[index]! }),
    ),
  }));
const world = fc.record({
  tools: fc.array(tool, { minLength: 1, maxLength: 6 }),
  ways: fc.array(way, { maxLength: 3 }),
  percent: fc.option(fc.integer({ min: 0, max: 400_000 }).map((parts) => parts / 10_000)),
  country: fc.constantFrom('DE', 'BD'),
});

it('an order is written with the goods, freight, tax and total of contract/buying/pricing.ts', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ tools, ways, percent, country }) => {
      const shop: ShopTerms = {
        languages: ['en'],
        currency: 'USD',
        timeZone: 'UTC',
        ...MONDAY_TO_FRIDAY,
        country: 'BD',
        delivery: ways.map((one, index) => ({ ...one, id: `way${index}`, name: `Way ${index}`, days: [1, 2] })),
        tax: percent === null ? [] : [{ country: 'DE', percent, name: 'VAT' }],
      };
      const ids = tools.map(() => newId());
      await database.raw(
        `insert into tools (id, name, description, image, price_cents, price_breaks, weight_grams, available_quantity, min_order_quantity)
         select id, id, 'x', '/pictures/hammer-640.webp', price, breaks::jsonb, weight, 1000000, 1
         from unnest($1::text[], $2::int[], $3::text[], $4::int[]) as t (id, price, breaks, weight)`,
        [
          ids,
          tools.map(({ priceCents }) => priceCents),
          tools.map(({ priceBreaks }) => JSON.stringify(priceBreaks)),
          tools.map(({ weightGrams }) => weightGrams),
        ],
      );
      const expected = sumUp(
        tools.map((one) => ({ ...one, priceUnit: 1, unitCents: unitPrice(one, one.quantity) })),
        termsFor(shop, { country }),
      );
      const lines = tools.map(({ quantity }, index) => ({ toolId: ids[index]!, quantity }));
      const found = await placed(
        database,
        { userId, email, name: 'Sums' },
        { name: 'Sums', address: '1 Dock Road', phone: '555', lines, country },
        { ...plainly, shop },
      ).then(
        (order) => {
          count++;
          const { goods, freight, tax, price } = order;
          return [goods, freight, tax, price].map((dollars) => BigInt(Math.round(dollars * 100)));
        },
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );
      await database.raw(
        `update orders set state = 'deleted', closed_at = now() where user_id = $1 and state = 'unpaid'`,
        [userId],
      );
      const { goods, freight, tax, total } = expected;
      const refusal = total === null ? 'NO_DELIVERY' : total > BigInt(MAX_CENTS) ? 'ORDER_TOO_LARGE' : null;
      expect(found).toEqual(refusal ?? [goods, freight, tax, total]);
    }),
    { numRuns: 60 },
  );
  expect(count).toBeGreaterThan(0);
});

it('an order for a company has the prices of its list, by item and by percentage', async () => {
  const listed = fc.record({
    tools: fc.array(fc.tuple(tool, fc.option(tool)), { minLength: 1, maxLength: 6 }),
    // Half of a cent is a cent: more off would make an order of nothing, which cannot be placed.
    percentOff: fc.integer({ min: 0, max: 5_000 }).map((parts) => parts / 100),
  });
  const companyId = newId();
  await database.raw(`insert into companies (id, name, invoice_address, status) values ($1, 'Sums', '{}', 'active')`, [
    companyId,
  ]);
  await database.raw(`insert into company_members (company_id, user_id, role) values ($1, $2, 'buyer')`, [
    companyId,
    userId,
  ]);
  await database.raw(`update users set email_verified = true where id = $1`, [userId]);
  await fc.assert(
    fc.asyncProperty(listed, async ({ tools, percentOff }) => {
      const listId = newId();
      await database.raw(`insert into price_lists (id, name, percent_off) values ($1, $1, $2)`, [listId, percentOff]);
      await database.raw(`update companies set price_list_id = $2 where id = $1`, [companyId, listId]);
      const rows = tools.map(([own, item]) => ({ id: newId(), own, item }));
      await database.raw(
        `insert into tools (id, name, description, image, price_cents, price_breaks, available_quantity, min_order_quantity)
         select id, id, 'x', '/pictures/hammer-640.webp', (own ->> 'priceCents')::int + 10,
           own -> 'priceBreaks', 1000000, 1
         from jsonb_to_recordset($1::jsonb) as t (id text, own jsonb)`,
        [JSON.stringify(rows)],
      );
      await database.raw(
        `insert into price_list_items (list_id, tool_id, price_cents, price_breaks)
         select $2, id, (item ->> 'priceCents')::int, item -> 'priceBreaks'
         from jsonb_to_recordset($1::jsonb) as t (id text, item jsonb) where jsonb_typeof(item) = 'object'`,
        [JSON.stringify(rows), listId],
      );
      const order = await placed(
        database,
        { userId, email, name: 'Sums' },
        {
          name: 'Sums',
          address: '1 Dock Road',
          phone: '555',
          companyId,
          // So that no order is too large.
          lines: rows.map(({ id, own }) => ({ toolId: id, quantity: 1 + (own.quantity % 40) })),
        },
      );
      await database.raw(`update orders set state = 'deleted', closed_at = now() where state = 'unpaid'`);
      const expected = rows.map(({ own, item }) => {
        const terms = listPrices({ ...own, priceCents: own.priceCents + 10 }, { percentOff, item });
        return unitPrice(terms, 1 + (own.quantity % 40)) / 100;
      });
      expect(order.lines.map(({ unitPrice: dollars }) => dollars)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
