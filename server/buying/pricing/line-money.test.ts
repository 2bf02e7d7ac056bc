import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineCents } from '#contract/buying/line-cents.ts';
import { inUnits } from '#contract/buying/units.ts';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import { MAX_CENTS } from '#contract/money.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { placed } from '#server/buying/orders/placing-for-tests.ts';
import { piecesOfLines } from '#server/money/payments/refunded-pieces.ts';

/* What lines come to, against exact arithmetic that is written here a second time. */

let database: Database;
const email = 'exact@people.test';
const userId = newId();
const companyId = newId();
beforeAll(async () => {
  database = await freshDatabase();
  const { db, raw } = database;
  await db.insert(users).values({ id: userId, name: 'Exact', email, emailVerified: true });
  await raw(`insert into companies (id, name, invoice_address, status) values ($1, 'Exact', '{}', 'active')`, [
    companyId,
  ]);
  await raw(`insert into company_members (company_id, user_id, role) values ($1, $2, 'buyer')`, [companyId, userId]);
});
afterAll(() => database.close());

/** Half of one up, of whole numbers at least 0. */
function rounded(number: bigint, per: bigint): bigint {
  const [whole, rest] = [number / per, number % per];
  return 2n * rest >= per ? whole + 1n : whole;
}

const priced = fc
  .record({
    priceCents: fc.integer({ min: 1, max: 90_000 }),
    steps: fc.uniqueArray(fc.integer({ min: 2, max: 3_000 }), { maxLength: 3 }),
  })
  .map(({ priceCents, steps }) => ({
    priceCents,
    priceBreaks: steps
      .toSorted((one, other) => one - other)
      .map((from, index) => ({ from, cents: Math.max(1, Math.floor(priceCents / (index + 2))) })),
  }));
const line = fc.record({
  own: priced,
  item: fc.option(priced),
  priceUnit: fc.constantFrom(...PRICE_UNITS),
  holds: fc.option(fc.integer({ min: 2, max: 250 })),
  count: fc.integer({ min: 1, max: 40 }),
});

it('an order at the prices of a list, in packs and for price units, comes to the cent to what exact arithmetic says', async () => {
  const world = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    percentOff: fc.integer({ min: 0, max: 9_000 }),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ lines, percentOff }) => {
      const rows = lines.map((each) => ({ ...each, id: newId() }));
      const listId = newId();
      await database.raw(`insert into price_lists (id, name, percent_off) values ($1, $1, $2)`, [
        listId,
        percentOff / 100,
      ]);
      await database.raw(`update companies set price_list_id = $2 where id = $1`, [companyId, listId]);
      await database.raw(
        `insert into tools (id, name, description, image, price_cents, price_breaks, price_unit, packs, available_quantity, min_order_quantity)
         select id, id, 'x', '/pictures/hammer-640.webp', (own ->> 'priceCents')::int, own -> 'priceBreaks', "priceUnit",
           case when holds is null then '[]' else jsonb_build_array(jsonb_build_object('code', 'BX', 'name', 'Box', 'pieces', holds)) end,
           1000000, 1
         from jsonb_to_recordset($1::jsonb) as t (id text, own jsonb, "priceUnit" int, holds int)`,
        [JSON.stringify(rows)],
      );
      await database.raw(
        `insert into price_list_items (list_id, tool_id, price_cents, price_breaks)
         select $2, id, (item ->> 'priceCents')::int, item -> 'priceBreaks'
         from jsonb_to_recordset($1::jsonb) as t (id text, item jsonb) where jsonb_typeof(item) = 'object'`,
        [JSON.stringify(rows), listId],
      );
      const expected = rows.map(({ own, item, priceUnit, holds, count: asked }) => {
        const pieces = BigInt(asked * (holds ?? 1));
        const lowered = (cents: number) =>
          item ? BigInt(cents) : rounded(BigInt(cents) * BigInt(10_000 - percentOff), 10_000n);
        const { priceCents, priceBreaks } = item ?? own;
        const reached = priceBreaks.filter(({ from }) => BigInt(from) <= pieces).at(-1)?.cents ?? priceCents;
        return { pieces, unit: lowered(reached), cents: rounded(pieces * lowered(reached), BigInt(priceUnit)) };
      });
      const goods = expected.reduce((sum, { cents }) => sum + cents, 0n);
      const wanted = rows.map(({ id, holds, count: asked }) =>
        inUnits({
          toolId: id,
          quantity: asked * (holds ?? 1),
          ...(holds ? { pack: { code: 'BX', name: 'Box', pieces: holds } } : {}),
        }),
      );
      const contact = { name: 'Exact', address: '1 Dock Road', phone: '555', companyId };
      const found = await placed(database, { userId, email, name: 'Exact' }, { ...contact, lines: wanted }).catch(
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );
      await database.raw(`update orders set state = 'deleted', closed_at = now() where state = 'unpaid'`);
      if (typeof found === 'string') {
        const why = goods === 0n ? 'VALIDATION_ERROR' : goods > BigInt(MAX_CENTS) ? 'ORDER_TOO_LARGE' : null;
        if (found !== why) throw new Error(`${found}, not ${why}`);
        return;
      }
      count++;
      const cents = (money: number) => BigInt(Math.round(money * 100));
      expect(cents(found.goods)).toBe(goods);
      expect(
        found.lines.map(({ quantity, unitPrice, price }) => ({
          pieces: BigInt(quantity),
          unit: cents(unitPrice),
          cents: cents(price),
        })),
      ).toEqual(expected);
    }),
    { numRuns: 60 },
  );
  expect(count).toBeGreaterThan(0);
});

it('the pieces of a line that are given back in however many refunds come to the line, to the cent', () => {
  const given = fc.record({
    unitPriceCents: fc.integer({ min: 0, max: 99_999 }),
    priceUnit: fc.constantFrom(...PRICE_UNITS),
    parts: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(given, ({ unitPriceCents, priceUnit, parts }) => {
      const quantity = parts.reduce((sum, part) => sum + part, 0);
      let [refunded, net] = [0, 0];
      for (const part of parts) {
        const ordered = {
          toolId: 't',
          toolName: 'Tool',
          sku: null,
          unitPriceCents,
          priceUnit,
          quantity,
          shipped: 0,
          refunded,
          refundedShipped: 0,
          returned: 0,
          left: quantity - refunded,
          awaited: 0,
        };
        const [taken] = piecesOfLines([{ toolId: 't', quantity: part }], [ordered], 'none');
        expect(taken!.netCents).toBeGreaterThanOrEqual(0);
        net += taken!.netCents;
        refunded += part;
      }
      expect(BigInt(net)).toBe(rounded(BigInt(quantity) * BigInt(unitPriceCents), BigInt(priceUnit)));
    }),
  );
});

it('TypeScript and SQL round a line alike, as exact arithmetic does', async () => {
  const given = fc.tuple(
    fc.integer({ min: 0, max: 1_000_000_000 }),
    fc.integer({ min: 0, max: MAX_CENTS }),
    fc.constantFrom(...PRICE_UNITS),
  );
  const rows = fc.sample(given, { numRuns: 2_000, seed: 47 });
  const found = await database.raw<{ cents: string }>(
    `select line_cents(q, c, u)::text as cents from unnest($1::bigint[], $2::int[], $3::int[]) with ordinality as t (q, c, u, at) order by at`,
    [rows.map(([pieces]) => pieces), rows.map(([, cents]) => cents), rows.map(([, , unit]) => unit)],
  );
  const exact = rows.map(([pieces, cents, unit]) => rounded(BigInt(pieces) * BigInt(cents), BigInt(unit)));
  expect(rows.map((row) => lineCents(...row))).toEqual(exact);
  expect(found.map(({ cents }) => BigInt(cents))).toEqual(exact);
});
