import { expect, it } from 'vitest';
import { codesOf, type CountedLine, differenceOf, piecesOf, toSend } from './counted-line.ts';

const line = (counted: string, reason = ''): CountedLine => ({
  toolId: 't1',
  tool: 'Rasp',
  sku: 'R-1',
  availableQuantity: 40,
  pack: null,
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
  expect(piecesOf(typed)).toBe(pieces);
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
