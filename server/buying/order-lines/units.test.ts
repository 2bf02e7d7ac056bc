import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { readOrderLines } from './read-order-lines.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.raw(
    `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity, quantity_step, sku)
     values ('slotted', 'Slotted Screwdriver 6.5 x 150 mm', '-', '/pictures/bolt.webp', 12, 1000000, 1, 1, 'TST-SL-65'),
       ('phillips', 'Phillips Screwdriver PH2 x 100 mm', '-', '/pictures/bolt.webp', 12, 1000000, 1, 1, 'TST-PH-2'),
       ('bolt', 'Hex Bolt M10 x 50 mm', '-', '/pictures/bolt.webp', 12, 1000000, 1, 1, 'TST-M10'),
       ('bolt-8', 'Hex Bolt M8 x 40, 8.8', '-', '/pictures/bolt.webp', 12, 1000000, 1, 1, 'TST-M8'),
       ('bits', 'Bit Set 32 pcs in a box', '-', '/pictures/bolt.webp', 12, 1000000, 1, 1, 'TST-BITS'),
       ('hammer', 'Steel Hammer 16 oz', '-', '/pictures/bolt.webp', 12, 1000000, 1, 1, 'TST-HAM')`,
  );
});
afterAll(() => database.close());

/** What one row comes to: pieces, the unit that is asked about, or nothing. */
async function amountOf(text: string): Promise<string> {
  const { rows } = await readOrderLines(database, async () => ({ only: null, fits: [], near: [] }), text);
  const { quantity, unit, unitQuantity, units, problem } = rows.at(-1)!;
  if (unit === null) return quantity === null ? 'none' : String(quantity);
  if (quantity !== null || units.length === 0) throw new Error('a unit is asked about, and pieces are taken for it');
  return `${unitQuantity} ${unit}?${problem === 'UNKNOWN_UNIT' ? '' : ` ${problem}`}`;
}

it.each([
  ['TST-SL-65\tSlotted Screwdriver 6.5 x 150 mm\t20', '20'],
  ['TST-SL-65\tSlotted Screwdriver 6,5x150mm\t20', '20'],
  ['TST-SL-65\tSlotted Screwdriver 6.5 x 150\t20', '20'],
  ['TST-SL-65\tSlotted Screwdriver 6.5 x 150 mm', 'none'],
  ['TST-SL-65\tSlotted Screwdriver, 150 mm', 'none'],
  ['TST-SL-65 Slotted Screwdriver 6.5 x 150 mm 20', '20'],
  ['20 x TST-SL-65 Slotted Screwdriver 6.5 x 150 mm', '20'],
  ['TST-SL-65\t6.5\t150\t20', '20'],
  ['TST-SL-65;150 mm;20', '20'],
  ['Phillips Screwdriver PH2 x 100 mm 60', '60'],
  ['Phillips Screwdriver PH2 x 100 mm', 'none'],
  ['Phillips Screwdriver PH 2 x 100 mm, 60 pcs', '60'],
  ['Crosshead driver PH2 x 100 mm', 'none'],
  ['Crosshead driver PH2 x 100 mm\t60', '60'],
  ['Hex Bolt M10 x 50 mm 1000', '1000'],
  ['Hex Bolt M10 × 50 mm', 'none'],
  ['Hex Bolt M10x50', 'none'],
  ['Hex Bolt M10 x 50', 'none'],
  ['Hex Bolt M10 x 50 mm × 200', '200'],
  ['Hex Bolt M8 x 40 8.8\t1500', '1500'],
  ['TST-M8\tHex Bolt M8 x 40 8.8\t1500', '1500'],
  ['TST-M8\tHex Bolt M8 x 40 8.8', 'none'],
  ['TST-M10 1000', '1000'],
  ['TST-M10 x 50', '50'],
  ['TST-M10;10 m;5', '5'],
  ['TST-M10 50 millimetres 1000', '1000'],
  ['TST-M10 50 Millimeter', 'none'],
  ['TST-M10 5 centimeters', 'none'],
  ['TST-M10 50 milímetros 200', '200'],
  ['TST-M10 12 inch', 'none'],
  ['TST-M10 DIN 933 100', '100'],
  ['TST-BITS\tBit Set, 32 pcs\t5', '5'],
  ['TST-BITS\tBit Set, 32 pcs', 'none'],
  ['TST-HAM 16', '16'],
  ['TST-HAM Steel Hammer 16', 'none'],
  ['TST-HAM Steel Hammer 16 24', '24'],
  ['TST-HAM please for order 4711 at the gate', 'none'],
  ['1;TST-HAM;24;12.90', '24'],
  ['1;24 x TST-HAM', '24'],
])('%j is %s pieces, whatever sizes stand in it', async (text, expected) => {
  expect(await amountOf(text)).toBe(expected);
});

it.each([
  ['TST-HAM\t24,000\t10,00', '24'],
  ['TST-HAM;24,000;1.250,00', '24'],
  ['TST-HAM;1.000;10,00', '1000'],
  ['TST-HAM;24,500;10,00', 'none'],
  ['TST-HAM;24.000;10.00', '24'],
  ['TST-HAM\t24,000\t10.00', '24000'],
  ['TST-M8;1;10.00\nTST-HAM;24,000;10,00', 'none'],
  ['TST-HAM;24,000', '24000'],
  ['TST-HAM;24,000;1.000,000', '24'],
  ['TST-HAM;1.250,000;ST', '1250'],
  ['TST-HAM\t24.000\t1,000.000', '24'],
  ['TST-HAM\t1,250.000', '1250'],
  ['TST-HAM;1.000.000', '1000000'],
])('%j is %s pieces, by how the whole list writes decimals', async (text, expected) => {
  expect(await amountOf(text)).toBe(expected);
});

it.each([
  // Pieces, in words of several languages and as codes.
  ...'pc pcs ea each Stk Stk. Stück St. H87 C62 PCE NAR styck kpl pièces pieza uds'
    .split(' ')
    .map((unit) => [unit, '48']),
  ...'dozen doz dz Dtzd. Dutzend douzaine docenas dusin DZN'.split(' ').map((unit) => [unit, '576']),
  ...'gross Gros GRO'.split(' ').map((unit) => [unit, '6912']),
  ...'Box boxes BX VE VPE Karton Ktn. carton pack PK Pkg. Packung Schachtel set Satz pair Paar PR CT æsker kasser förp pakkaus boîtes caisse caja paquete juego par kg m hundred 100er xyz'
    .split(' ')
    .map((unit) => [unit, `48 ${unit.replace(/\.$/, '')}?`]),
])('48 %s is %s, in the cell of the amount and in a column of units', async (unit, expected) => {
  for (const text of [
    `SKU;Qty\nTST-HAM;48 ${unit}`,
    `SKU;Qty;Unit\nTST-HAM;48;${unit}`,
    `SKU;ME;Menge\nTST-HAM;${unit};48`,
  ])
    expect((await amountOf(text)).replace('.?', '?')).toBe(expected);
});

it.each([
  ['TST-HAM 48 Box', '48 Box?'],
  ['2 hundred TST-HAM', '2 hundred?'],
  ['TST-HAM 5 Tsd. Stk', '5 Tsd?'],
  ['TST-HAM 3 thousand', '3 thousand?'],
  ['48 boxes TST-HAM', '48 boxes?'],
  ['48 x Box TST-HAM', '48 Box?'],
  ['TST-HAM 48/box', '48 box?'],
  ['TST-HAM 48 (Karton)', '48 Karton?'],
  ['TST-HAM, boxes: 4', '4 boxes?'],
  ['TST-HAM;VE 10', '10 VE?'],
  ['TST-HAM;48;Box', '48 Box?'],
  ['TST-HAM;Box;48', '48 Box?'],
  ['TST-HAM;48 VE', '48 VE?'],
  ['TST-HAM 2 boxes of 50 pcs', '2 boxes?'],
  ['TST-HAM 50 pcs per box', '50 box?'],
  ['TST-HAM;48;dozen', '576'],
  ['4 dozen TST-HAM', '48'],
  ['TST-HAM;48;pcs', '48'],
  ['TST-HAM;48;EA', '48'],
  ['SKU;Qty;VPE\nTST-HAM;48;50', '48 50?'],
  ['SKU;Qty;VPE\nTST-HAM;48;', '48'],
  ['SKU;Qty;UOM\nTST-HAM;48;EA - Each', '48'],
  ['SKU;Qty;UOM\nTST-HAM;4 dozen;pcs', '48'],
  ['SKU;Unit\nTST-HAM;48', '48'],
  ['SKU;Unit;Qty\nTST-HAM;Box;48', '48 Box?'],
  ['Left-handed smoke shifter 48 Box', '48 Box? NOT_FOUND'],
])('%j is %s', async (text, expected) => {
  expect(await amountOf(text)).toBe(expected);
});
