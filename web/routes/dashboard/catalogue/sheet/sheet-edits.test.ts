import { describe, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { SHEET_COLUMNS } from './sheet-columns.ts';
import { cellOf, countEdits, filledDown, pasted, rangeOf, sheetOf, withPuts } from './sheet-edits.ts';
import { readTsv, writeTsv } from './tsv.ts';

const tool = (id: string, more: Partial<Tool> = {}): Tool => ({
  _id: id,
  name: `Tool ${id}`,
  description: 'x',
  image: '/pictures/a.webp',
  price: 10,
  availableQuantity: 5,
  orderable: 5,
  later: [],
  backorder: { kind: 'no', limit: null, days: 0 },
  minOrderQuantity: 1,
  quantityStep: 1,
  priceBreaks: [],
  priceUnit: 1,
  packs: [],
  weight: 0,
  onSale: true,
  attributes: [],
  documents: [],
  version: 1,
  ...more,
});
const tools = [tool('a', { sku: 'A-1' }), tool('b'), tool('c')];
const price = SHEET_COLUMNS.findIndex(({ id }) => id === 'price');
const at = (row: number, column: number) => ({ row, column });

describe('the clipboard of a spreadsheet', () => {
  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\t\n', [['a', '']]],
    [
      '"two\nlines"\t"say ""hi"""\r\n16" saw\tx',
      [
        ['two\nlines', 'say "hi"'],
        ['16" saw', 'x'],
      ],
    ],
    ['one', [['one']]],
  ])('%j is read', (text, cells) => {
    expect(readTsv(text)).toEqual(cells);
  });

  it('is written so that it is read again', () => {
    const cells = [
      ['a\tb', 'c'],
      ['"q"', ''],
    ];
    expect(readTsv(writeTsv(cells))).toEqual(cells);
  });
});

describe('edits', () => {
  it('are none where they say again what the tool says', () => {
    const [column] = SHEET_COLUMNS;
    const renamed = withPuts({}, [{ tool: tools[0]!, column: column!, text: 'New' }]);
    expect(cellOf(renamed, tools[0]!, column!)).toBe('New');
    expect(cellOf(renamed, tools[0]!, SHEET_COLUMNS[price]!)).toBe('10.00');
    expect(countEdits(renamed)).toBe(1);
    expect(withPuts(renamed, [{ tool: tools[0]!, column: column!, text: 'Tool a' }])).toEqual({});
  });

  it('are pasted from the first cell on, and one cell fills all that is chosen', () => {
    const range = rangeOf(at(2, price), at(1, price));
    expect(pasted(tools, range, [['7']]).map(({ tool: { _id } }) => _id)).toEqual(['b', 'c']);
    expect(
      pasted(tools, { from: at(1, price), to: at(1, price) }, [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ]),
    ).toHaveLength(4);
  });

  it('are filled down from the first row that is chosen', () => {
    const edits = withPuts({}, pasted(tools, rangeOf(at(0, price), at(0, price)), [['12.5']]));
    const filled = withPuts(edits, filledDown(tools, edits, rangeOf(at(0, price), at(2, price))));
    expect(Object.values(filled).map(({ cells }) => cells.price)).toEqual(['12.5', '12.5', '12.5']);
  });

  it('are sent as a sheet with the columns that were typed over; what an empty cell would clear keeps its text', () => {
    const edits = withPuts({}, [
      { tool: tools[0]!, column: SHEET_COLUMNS[price]!, text: '12.5' },
      { tool: tools[1]!, column: SHEET_COLUMNS[1]!, text: '=B' },
      { tool: tools[1]!, column: SHEET_COLUMNS.find(({ id }) => id === 'stockChange')!, text: '-3' },
    ]);
    expect(sheetOf(edits).csv.split('\r\n')).toEqual([
      '"_id","sku","price","stockChange"',
      '"a","A-1","12.5",""',
      `"b","'=B","","-3"`,
    ]);
  });

  it('of a price unit are sent with the price that stands beside it, and packs with those that the tool has', () => {
    const columnOf = (id: string) => SHEET_COLUMNS.find((column) => column.id === id)!;
    const packed = tool('p', { packs: [{ code: 'BX', name: 'Small box', pieces: 50, gtin: '4006381333931' }] });
    const edits = withPuts({}, [
      { tool: tools[0]!, column: columnOf('priceUnit'), text: '100' },
      { tool: tools[1]!, column: columnOf('packs'), text: 'BX=12|CT=144' },
      { tool: packed, column: columnOf('gtin'), text: '40063812' },
    ]);
    expect(cellOf({}, packed, columnOf('packs'))).toBe('BX:Small box=50@4006381333931');
    expect(sheetOf(edits).csv.split('\r\n')).toEqual([
      '"_id","price","priceUnit","packs","gtin"',
      '"a","10.00","100","",""',
      '"b","","","BX=12|CT=144",""',
      '"p","","","BX:Small box=50@4006381333931","40063812"',
    ]);
  });
});
