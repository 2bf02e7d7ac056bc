import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PastedLine } from '#contract/buying/order-lines.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { readOrderLines } from './read-order-lines.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.raw(
    `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity, quantity_step, sku)
     values ('bolt', 'Hex Bolt M10 x 50, Zinc', '-', '/pictures/bolt.webp', 12, 100000, 100, 100, 'TST-M10-50'),
       ('bolt-short', 'Hex Bolt M10, Zinc', '-', '/pictures/bolt.webp', 10, 100000, 1, 1, 'TST-M10'),
       ('carton', 'Test Chisel 18 mm', '-', '/pictures/bolt.webp', 900, 480, 24, 12, 'TST/CHI 18'),
       ('twin-1', 'Twin Pliers', '-', '/pictures/bolt.webp', 900, 480, 1, 1, 'TWN-1'),
       ('twin-2', 'Twin Pliers', '-', '/pictures/bolt.webp', 900, 480, 1, 1, 'TWN-2'),
       ('numbered', 'Numbered Level 60 cm', '-', '/pictures/bolt.webp', 900, 480, 1, 1, '40125'),
       ('hundreds', 'Numbered Square', '-', '/pictures/bolt.webp', 900, 480, 1, 1, '300'),
       ('off', 'Off Sale Saw', '-', '/pictures/bolt.webp', 900, 480, 1, 1, 'OFF-1')`,
  );
  await database.raw(`update tools set on_sale = false where id = 'off'`);
});
afterAll(() => database.close());

const read = async (text: string): Promise<PastedLine[]> => {
  const { rows } = await readOrderLines(database, async () => ({ only: null, fits: [], near: [] }), text);
  return rows;
};

/** What one row comes to: stock number and quantity, or the problem. */
async function said(text: string): Promise<string[]> {
  const rows = await read(text);
  return rows.map(({ sku, quantity, problem }) =>
    ['NOT_FOUND', 'AMBIGUOUS', 'NO_QUANTITY', 'UNKNOWN_UNIT'].includes(problem ?? '')
      ? `${sku ?? '?'} ${problem}`
      : `${sku} ${quantity}`,
  );
}

it('reads a number with thousands behind a quoted name also among rows of another separator', async () => {
  const quoted = '"Hex Bolt M10 x 50, Zinc",1,000';
  for (const other of ['HAM-CL-16H;24', 'HAM-CL-16H\t24', 'HAM-CL-16H | 24'])
    expect(await said(`${other}\n${quoted}`)).toEqual(['HAM-CL-16H 24', 'TST-M10-50 1000']);
});

it.each([
  // Any separator, any order of columns.
  ['HAM-CL-16H;24', 'HAM-CL-16H 24'],
  ['24;HAM-CL-16H', 'HAM-CL-16H 24'],
  ['HAM-CL-16H,24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H\t24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H | 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H: 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H = 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H - 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H (24)', 'HAM-CL-16H 24'],
  ['  HAM-CL-16H      24  ', 'HAM-CL-16H 24'],
  ['HAM-CL-16H,,,24,', 'HAM-CL-16H 24'],
  ['TST-M10-50\t1000\tordered by Karim', 'TST-M10-50 1000'],
  ['TST-M10-50\t1000\tordered by Karim, gate 4', 'TST-M10-50 1000'],
  ['Karim\t1000\tTST-M10-50', 'TST-M10-50 1000'],
  // Numbers as people write them.
  ['1.000 Stk TST-M10-50', 'TST-M10-50 1000'],
  ['1,000 pcs TST-M10-50', 'TST-M10-50 1000'],
  ["1'000 x TST-M10-50", 'TST-M10-50 1000'],
  ['TST-M10-50;1 000', 'TST-M10-50 1000'],
  ['TST-M10-50;1\u00a0000', 'TST-M10-50 1000'],
  ['1 000 Stk TST-M10-50', 'TST-M10-50 1000'],
  ['12 050 x TST-M10-50', 'TST-M10-50 12050'],
  ['TST-M10-50 1 000 000 pcs', 'TST-M10-50 1000000'],
  ['TST-M10-50;1,000.00', 'TST-M10-50 1000'],
  ['TST-M10-50;1.000,00', 'TST-M10-50 1000'],
  ['TST-M10-50;24.00', 'TST-M10-50 24'],
  ['TST-M10-50,1,000', 'TST-M10-50 1000'],
  ['TST-M10-50 12,000', 'TST-M10-50 12000'],
  ['TST-M10-50;১০০০', 'TST-M10-50 1000'],
  ['TST-M10-50;٢٤', 'TST-M10-50 24'],
  ['TST-M10-50;２４', 'TST-M10-50 24'],
  // Quantity words.
  ['24 x ham cl 16h', 'HAM-CL-16H 24'],
  ['24x ham cl 16h', 'HAM-CL-16H 24'],
  ['24xHAM-CL-16H', 'HAM-CL-16H 24'],
  ['HAM-CL-16H x24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H x 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16Hx24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H × 24', 'HAM-CL-16H 24'],
  ['qty 24 HAM-CL-16H', 'HAM-CL-16H 24'],
  ['HAM-CL-16H, qty: 24', 'HAM-CL-16H 24'],
  ['HAM-CL-16H 24 pcs.', 'HAM-CL-16H 24'],
  ['HAM-CL-16H 24pcs', 'HAM-CL-16H 24'],
  ['24 pieces of HAM-CL-16H, please.', 'HAM-CL-16H 24'],
  ['- 24 x HAM-CL-16H', 'HAM-CL-16H 24'],
  ['#HAM-CL-16H 24', 'HAM-CL-16H 24'],
  ['• HAM-CL-16H — 24 ea', 'HAM-CL-16H 24'],
  ['1. HAM-CL-16H 24', 'HAM-CL-16H 24'],
  ['1) HAM-CL-16H 24', 'HAM-CL-16H 24'],
  ['2 dozen HAM-CL-16H', 'HAM-CL-16H 24'],
  ['3 cartons HAM-CL-16H', 'HAM-CL-16H UNKNOWN_UNIT'],
  // A stock number whatever its case, blanks, hyphens and slashes.
  ['hamcl16h;24', 'HAM-CL-16H 24'],
  ['HAM/CL/16H;24', 'HAM-CL-16H 24'],
  ['Ham – Cl – 16h;24', 'HAM-CL-16H 24'],
  ['tst chi-18;24', 'TST/CHI 18 24'],
  ['TSTCHI18 24', 'TST/CHI 18 24'],
  ['"HAM-CL-16H";"24"', 'HAM-CL-16H 24'],
  ['24 of HAM-CL-16H.', 'HAM-CL-16H 24'],
  ['40125;24', '40125 24'],
  ['40125 24', '40125 24'],
  ['40125', '40125 NO_QUANTITY'],
  ['300;300', '300 300'],
  ['40125;Numbered Level 60 cm', '40125 NO_QUANTITY'],
  ['24;40125;Numbered Level 60 cm', '40125 24'],
  ['24 numbered level 60cm', '40125 24'],
  ['300 claw hammer 16oz hickory', 'HAM-CL-16H 300'],
  // A number inside a known stock number is no quantity; one exactly written leaves the rest free.
  ['TST-M10-50', 'TST-M10-50 NO_QUANTITY'],
  ['TST M10 50', 'TST-M10-50 NO_QUANTITY'],
  ['TST-M10 50', 'TST-M10 50'],
  ['TST-M10-50 50', 'TST-M10-50 50'],
  ['TST M10 50 100', 'TST-M10-50 100'],
  ['100 TST M10 50', 'TST-M10-50 100'],
  // Names.
  ['"Claw Hammer 16 oz, Hickory",1,000', 'HAM-CL-16H 1000'],
  ['"Hex Bolt M10, Zinc",100', 'TST-M10 100'],
  ['"Bracket, Series 8",100', '? NOT_FOUND'],
  ['Claw Hammer 16 oz, Hickory;24', 'HAM-CL-16H 24'],
  ['24 x Claw Hammer 16 oz, Hickory', 'HAM-CL-16H 24'],
  ['24 claw hammer 16oz hickory', 'HAM-CL-16H 24'],
  ['CLAW HAMMER 16 OZ HICKORY: 24', 'HAM-CL-16H 24'],
  ['Claw Hammer 16 oz, Hickory, 24', 'HAM-CL-16H 24'],
  ['Claw Hammer 16 oz, Hickory', 'HAM-CL-16H NO_QUANTITY'],
  ['Test Chisel 18 mm', 'TST/CHI 18 NO_QUANTITY'],
  ['Test Chisel 18mm\t24', 'TST/CHI 18 24'],
  ['Hex Bolt M10x50, Zinc 200', 'TST-M10-50 200'],
  ['HAM-CL-16H;Claw Hammer 16 oz, Hickory;24', 'HAM-CL-16H 24'],
  ['24;Claw Hammer 16 oz, Hickory;HAM-CL-16H', 'HAM-CL-16H 24'],
  ['HAM-CL-16H Claw Hammer 16 oz, Hickory 24', 'HAM-CL-16H 24'],
  // Prices, measures, dates and positions are no quantities.
  ['HAM-CL-16H;24;12.90', 'HAM-CL-16H 24'],
  ['HAM-CL-16H;24;$12', 'HAM-CL-16H 24'],
  ['1;HAM-CL-16H;24;12.90;309.60', 'HAM-CL-16H 24'],
  ['HAM-CL-16H;16 oz;24', 'HAM-CL-16H 24'],
  ['24 HAM-CL-16H @ 12.90', 'HAM-CL-16H 24'],
  ['HAM-CL-16H 24 pcs for 2 vans', 'HAM-CL-16H 24'],
  // Nothing that could be ordered.
  ['HAM-CL-16H;2.5', 'HAM-CL-16H NO_QUANTITY'],
  ['HAM-CL-16H;-4', 'HAM-CL-16H NO_QUANTITY'],
  ['HAM-CL-16H;0', 'HAM-CL-16H NO_QUANTITY'],
  ['HAM-CL-16H;none', 'HAM-CL-16H NO_QUANTITY'],
  ['OFF-1;24', '? NOT_FOUND'],
  ['Left-handed smoke shifter;24', '? NOT_FOUND'],
  ['Twin Pliers;24', '? AMBIGUOUS'],
  ['TWN-2 Twin Pliers;24', 'TWN-2 24'],
])('%j is %s', async (text, expected) => {
  expect(await said(text)).toEqual([expected]);
});

it('two things asked for in one sentence are two rows of the same number', async () => {
  expect(await said('Please send 24 of HAM-CL-16H and 200 x TST-M10-50.')).toEqual(['HAM-CL-16H 24', 'TST-M10-50 200']);
  expect(await said('HAM-CL-16H 24, TST-M10-50 200')).toEqual(['HAM-CL-16H 24', 'TST-M10-50 200']);
});

it('greeting and signature of a mail are no rows, whatever number the signature has', async () => {
  const mail = `Good morning Ms Rahman,
please send us for the yard in Bergen:
HAM-CL-16H 24
24 x Left-handed smoke shifter
200 x TST-M10-50
Many thanks and best wishes
Karim Ahmed
Dock Road 1, Chattogram
Tel. +880 2 555 0100`;
  expect(await said(mail)).toEqual(['HAM-CL-16H 24', '? NOT_FOUND', 'TST-M10-50 200']);
});

it('what stands behind a farewell and names a tool is ordered, and a paste of nothing but a greeting is answered', async () => {
  expect(await said('HAM-CL-16H 24\nThanks!\nKarim\nPS: also 200 x TST-M10-50')).toEqual([
    'HAM-CL-16H 24',
    '? NOT_FOUND',
    'TST-M10-50 200',
  ]);
  expect(await said('Hello there')).toEqual(['? NOT_FOUND']);
});

it('a heading line is no row, and says which column is the quantity', async () => {
  expect(await said('SKU;Min;Qty;Price\nHAM-CL-16H;12;24;100\nTST-M10-50;100;200;7')).toEqual([
    'HAM-CL-16H 24',
    'TST-M10-50 200',
  ]);
  expect(await said('Menge\tArtikel\n24\tHAM-CL-16H')).toEqual(['HAM-CL-16H 24']);
  expect(await said('Quantity,SKU,Price\n24,HAM-CL-16H,100\n1000,TST-M10-50,200')).toEqual([
    'HAM-CL-16H 24',
    'TST-M10-50 1000',
  ]);
  const [first] = await read('\ufeffsku,quantity\r\n\r\nHAM-CL-16H,24\r\n');
  expect(first).toMatchObject({ row: 3, quantity: 24 });
});

it.each([
  'Artikel-Nr.;Stück',
  'Art.-Nr.;Menge',
  'Código;Cantidad',
  'Codice articolo;Quantità',
  'Varenr;Antal',
  'Artikelnummer;Aantal',
  'Indeks;Ilość',
  'Item #;Qty req',
  'Ürün;Adet',
  'Номер;Количество',
  'SKU  Qty',
  'Hello,\n\nSKU;Qty',
  '| SKU | Qty |\n|-----|-----|',
])('%s is a heading', async (heading) => {
  expect(await said(`${heading}\nHAM-CL-16H;24`)).toEqual(['HAM-CL-16H 24']);
});

it('a tool whose number was forgotten beside its unit is no heading', async () => {
  expect(await said('Twin Pliers;pcs\nHAM-CL-16H;24')).toEqual(['? AMBIGUOUS', 'HAM-CL-16H 24']);
});

it('rows of one tool are added up where the first stands; one without a quantity stays by itself', async () => {
  const rows = await read('HAM-CL-16H;24\nTST-M10-50;200\nham cl 16h\nClaw Hammer 16 oz, Hickory;36');
  expect(rows).toMatchObject([
    { row: 1, sku: 'HAM-CL-16H', quantity: 60, text: 'HAM-CL-16H;24\nClaw Hammer 16 oz, Hickory;36', problem: null },
    { row: 2, sku: 'TST-M10-50', quantity: 200, problem: null },
    { row: 3, sku: 'HAM-CL-16H', quantity: null, problem: 'NO_QUANTITY' },
  ]);
});

it('a quantity that cannot be ordered comes with the nearest that can', async () => {
  expect(await read('TST/CHI 18;25')).toMatchObject([{ quantity: 25, problem: 'NOT_A_MULTIPLE', suggestion: 24 }]);
  expect(await read('TST/CHI 18;5')).toMatchObject([{ quantity: 5, problem: 'BELOW_MINIMUM', suggestion: 24 }]);
  expect(await read('TST/CHI 18;4800')).toMatchObject([{ quantity: 4800, problem: 'OUT_OF_STOCK', suggestion: 480 }]);
});

it('several tools of one name are told apart by their numbers', async () => {
  const [row] = await read('Twin Pliers;24');
  expect(row).toMatchObject({ toolId: null, quantity: 24, problem: 'AMBIGUOUS' });
  expect(row?.candidates.map(({ toolId }) => toolId)).toEqual(['twin-1', 'twin-2']);
});

it('a row with a name that comes near is searched for, without its quantity', async () => {
  const sought: string[] = [];
  const chisel = { toolId: 'carton', tool: 'Test Chisel 18 mm', sku: 'TST/CHI 18' };
  const { rows } = await readOrderLines(
    database,
    async (written) => {
      sought.push(written);
      return { only: null, fits: written === 'test chisels' ? [chisel] : [], near: [chisel] };
    },
    '24 x test chisels\n36 pcs tset chisle 18 mm',
  );
  expect(sought).toEqual(['test chisels', 'tset chisle 18 mm']);
  expect(rows).toMatchObject([
    { quantity: 24, problem: 'AMBIGUOUS', candidates: [{ toolId: 'carton' }], taken: false },
    { quantity: 36, problem: 'NOT_FOUND', candidates: [{ toolId: 'carton' }], taken: false },
  ]);
});

it('the only tool that words can mean is taken, with the quantity that it can be ordered in', async () => {
  const chisel = { toolId: 'carton', tool: 'Test Chisel 18 mm', sku: 'TST/CHI 18' };
  const { rows } = await readOrderLines(
    database,
    async (written) => ({ only: /18/.test(written) ? chisel : null, fits: [], near: [] }),
    '24 chisels 18mm\nchisel 18 25',
  );
  expect(rows).toMatchObject([
    { row: 1, toolId: 'carton', quantity: 49, problem: 'NOT_A_MULTIPLE', suggestion: 48, taken: true },
  ]);
});

it('lines that name nothing and read as sentences are the note of the order', async () => {
  const { rows, note } = await readOrderLines(
    database,
    async () => ({ only: null, fits: [], near: [] }),
    'HAM-CL-16H 24\nPlease deliver to gate 4 before Friday.\nBitte vor der Anlieferung anrufen\nsome strange long thing here',
  );
  expect(note).toBe('Please deliver to gate 4 before Friday.\nBitte vor der Anlieferung anrufen');
  expect(rows.map(({ text }) => text)).toEqual(['HAM-CL-16H 24', 'some strange long thing here']);
});

it('more than a thousand rows are refused, a thousand are read', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => `TST-M10-50;${index + 1}`);
  expect(await read(rows.join('\n'))).toMatchObject([{ quantity: 500_500 }]);
  await expect(read([...rows, 'TST-M10-50;1'].join('\n'))).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
});

it('an inch mark is no quote, and a quoted cell may hold a line break', async () => {
  expect(await said('5/16" HAM-CL-16H;24\nTST-M10-50;200')).toEqual(['HAM-CL-16H 24', 'TST-M10-50 200']);
  expect(await said('"Claw Hammer\n16 oz, Hickory",24\nTST-M10-50,200')).toEqual(['HAM-CL-16H 24', 'TST-M10-50 200']);
});

it('says of a row that is too long that it is, and reads the others', async () => {
  const rows = await read(`HAM-CL-16H;24\n${'very '.repeat(400)}\nTST-M10-50;1000`);
  expect(rows).toMatchObject([
    { row: 1, sku: 'HAM-CL-16H', quantity: 24, problem: null },
    { row: 2, toolId: null, quantity: null, candidates: [], problem: 'TOO_LONG' },
    { row: 3, sku: 'TST-M10-50', quantity: 1000, problem: null },
  ]);
  expect(rows[1]?.text.length).toBeLessThan(300);
});
