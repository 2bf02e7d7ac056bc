import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { readOrderLines } from './read-order-lines.ts';
import { WRITTEN_UNITS } from './written-units-for-tests.ts';

/** The tools that rows are written about. */
const COUNTED_TOOLS = [
  {
    sku: 'SCR-4-40',
    name: 'Wood screw 4 x 40 mm, zinc plated',
    gtin: null,
    packs: [box('Schachtel', 200, '4006381333931'), carton('Karton', 2000, '14006381333938')],
  },
  { sku: 'PLG-8', name: 'Wall plug 8 x 50 mm', gtin: '96385074', packs: [{ code: 'PK', name: 'VE', pieces: 100 }] },
  {
    sku: 'GLV-9',
    name: 'Assembly gloves, size 9',
    gtin: null,
    packs: [
      { code: 'PR', name: 'pair', pieces: 2 },
      { code: 'BE', name: 'Bund', pieces: 24 },
    ],
  },
  { sku: 'DRL-6', name: 'HSS twist drill 6.0 mm', gtin: null, packs: [{ code: 'TU', name: 'Tube', pieces: 10 }] },
  {
    sku: 'CLP-20',
    name: 'Hose clip 20-32',
    gtin: null,
    packs: [
      { code: 'BG', name: 'Beutel', pieces: 25 },
      { code: 'CS', name: 'Kiste', pieces: 500 },
    ],
  },
  { sku: 'CHI-3', name: 'Chisel set, 3 pieces', gtin: null, packs: [{ code: 'CT', name: 'Umkarton', pieces: 6 }] },
  { sku: 'TAP-19', name: 'Insulating tape 19 mm x 20 m', gtin: null, packs: [] },
] as const;

function box(name: string, pieces: number, gtin: string) {
  return { code: 'BX', name, pieces, gtin };
}
function carton(name: string, pieces: number, gtin: string) {
  return { code: 'CT', name, pieces, gtin };
}

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
  const { rows } = await readOrderLines(database, async () => ({ only: null, fits: [], near: [] }), text);
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
