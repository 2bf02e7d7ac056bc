import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { readOrderLines } from './read-order-lines.ts';
import { COUNTED_TOOLS, WRITTEN_UNITS } from './written-units-for-tests.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.raw(
    `insert into tools (id, sku, name, gtin, packs, description, image, price_cents, available_quantity, min_order_quantity)
     select sku, sku, name, gtin, packs, '-', '/pictures/bolt.webp', 12, 1000000, 1
     from jsonb_to_recordset($1) as given (sku text, name text, gtin text, packs jsonb)`,
    [JSON.stringify(COUNTED_TOOLS)],
  );
});
afterAll(() => database.close());

async function amountOf(text: string): Promise<string> {
  const rows = await readOrderLines(database, async () => [], text);
  const { quantity, unit, unitQuantity, units, problem } = rows.at(-1)!;
  if (quantity !== null) return unit === null ? String(quantity) : `${quantity} ${unit}`;
  if (problem !== 'UNKNOWN_UNIT') return 'none';
  if (units[0]?.pieces !== 1) throw new Error('what is asked can always be pieces');
  return `${unitQuantity} ${unit}?`;
}

it.each(WRITTEN_UNITS)('%j is %s', async (text, is) => expect(await amountOf(text)).toBe(is));

it('there are 300 of them, and no two are the same', () => {
  expect(new Set(WRITTEN_UNITS.map(([text]) => text)).size).toBe(WRITTEN_UNITS.length);
  expect(WRITTEN_UNITS.length).toBeGreaterThanOrEqual(300);
});
