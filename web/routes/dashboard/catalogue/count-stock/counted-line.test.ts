import { expect, it } from 'vitest';
import { codesOf, type CountedLine, differenceOf, piecesOf, toSend, withFound } from './counted-line.ts';

const line = (counted: string, reason = ''): CountedLine => ({
  toolId: 't1',
  tool: 'Rasp',
  sku: 'R-1',
  availableQuantity: 40,
  packs: [],
  toShip: 10,
  onShelf: 50,
  counted,
  reason,
});

it.each([
  ['52', 52, 2],
  ['1,200', 1200, 1150],
  ['50', 50, 0],
  ['1.5', null, null],
  ['', null, null],
  ['many', null, null],
  ['-3', null, null],
])('“%s” counts %j, which differs by %j', (typed, pieces, difference) => {
  expect(piecesOf(line(typed))).toBe(pieces);
  expect(differenceOf(line(typed))).toBe(difference);
});

it('what is not counted is not sent, and only a difference has a reason', () => {
  expect(toSend([line('50'), line(''), line('48'), line('53', ' Found ')])).toEqual([
    { toolId: 't1', expected: 50, counted: 50 },
    { toolId: 't1', expected: 50, counted: 48, reason: 'Stock count' },
    { toolId: 't1', expected: 50, counted: 53, reason: 'Found' },
  ]);
});

it('a pasted list has each number once', () => {
  expect(codesOf('R-1\r\nR-2\tR-3;R-1\n\n')).toEqual(['R-1', 'R-2', 'R-3']);
});

const karton = { code: 'CT', name: 'Karton', pieces: 144 };
const shelf = (pack: typeof karton | null, toolId = 't1') => ({
  toolId,
  tool: 'Rasp',
  sku: 'R-1',
  availableQuantity: 40,
  toShip: 10,
  onShelf: 50,
  pack,
});

const of = (lines: CountedLine[]) => ({ lines, missed: [], said: '' });

it('each scan of a carton counts one carton of its pieces more, beside the loose ones, and says so', () => {
  const once = withFound(of([line('')]), shelf(karton), true);
  expect([once.said, toSend(once.lines)]).toMatchObject(['Rasp: 1 Karton = 144 pieces', [{ counted: 144 }]]);
  const twice = withFound(once, shelf(karton), true);
  expect(twice).toMatchObject({
    lines: [{ counted: '', packs: [{ ...karton, counted: '2' }] }],
    said: 'Rasp: 2 Karton = 288 pieces',
  });
  expect(toSend(twice.lines.map((each) => ({ ...each, counted: '17' })))).toMatchObject([{ counted: 305 }]);
});

it('a tool that is scanned by its own number is there once and counts nothing by itself', () => {
  const { lines, said } = withFound(withFound(of([]), shelf(null), true), shelf(null), true);
  expect(lines).toMatchObject([{ toolId: 't1', counted: '', packs: [] }]);
  expect([toSend(lines), said]).toEqual([[], '']);
});

it('a pasted list says what to count: a carton in it has a field, and nothing is counted', () => {
  const { lines, said } = withFound(of([]), shelf(karton), false);
  expect(lines).toMatchObject([{ packs: [{ ...karton, counted: '' }] }]);
  expect([toSend(lines), said]).toEqual([[], '']);
});

it('what was typed and is no number is not counted over, and keeps the line from being sent', () => {
  const typed = [{ ...line('3'), packs: [{ ...karton, counted: 'two' }] }];
  const { lines, said } = withFound(of(typed), shelf(karton), true);
  expect(lines).toMatchObject([{ packs: [{ counted: 'two' }] }]);
  expect([toSend(lines), said]).toEqual([[], '']);
});

it('a tool too many is named, and another carton of one that is counted is not', () => {
  const full = of(Array.from({ length: 500 }, (_, n) => ({ ...line(''), toolId: `t${n}` })));
  expect(withFound(full, shelf(karton, 'more'), true)).toMatchObject({
    lines: { length: 500 },
    missed: ['Rasp: you can count at most 500 products at once.'],
  });
  expect(withFound(full, shelf(karton, 't7'), true).missed).toEqual([]);
});
