import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { orderWith } from '#server/buying/orders/placing-for-tests.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { packingSlipsPdf } from './packing-slips.ts';

/** Pixels for one point of the paper: a scanner of 288 dots to the inch. */
const SCALE = 4;
/** What a scanner needs to see empty around a code. */
const QUIET = 24;

interface Square {
  x: number;
  y: number;
  side: number;
}

/** The squares that a page of a PDF fills, in points. */
function squaresOf(page: string): Square[] {
  return [...page.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)]
    .map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), side: Number(width), high: Number(height) }))
    .filter(({ side, high }) => side === high);
}

/** The pages of a PDF that fill anything, as the operators that draw them. */
function drawnPages(pdf: Uint8Array): string[] {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: begin }) => {
    const from = index + begin.length;
    try {
      const page = inflateSync(bytes.subarray(from, text.indexOf('endstream', from))).toString('latin1');
      return / re\n/.test(page) ? [page] : [];
    } catch {
      // A font or a picture, not a page.
      return [];
    }
  });
}

/** What a scanner reads off a page. */
function scanned(page: string): string | undefined {
  const squares = squaresOf(page);
  const left = Math.min(...squares.map(({ x }) => x)) - QUIET;
  const top = Math.min(...squares.map(({ y }) => y)) - QUIET;
  const side = Math.ceil((Math.max(...squares.map((square) => square.x + square.side)) + QUIET - left) * SCALE);
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const square of squares) {
    const from = [Math.round((square.x - left) * SCALE), Math.round((square.y - top) * SCALE)] as const;
    const length = Math.round(square.side * SCALE);
    for (let row = 0; row < length; row++)
      for (let column = 0; column < length; column++) {
        const at = ((from[1] + row) * side + from[0] + column) * 4;
        pixels.fill(0, at, at + 3);
      }
  }
  return jsQR(pixels, side, side)?.data;
}

it.each(['a4', 'letter'] as const)(
  'the code on a packing slip on %s is the number of its order, as a scanner reads it',
  async (format) => {
    const orders = ['10001', '999999999999'].map((number) => orderWith({ number }));
    const pages = drawnPages(
      await packingSlipsPdf(
        orders,
        { company: { ...DEFAULTS.company, bankAccount: null }, currency: 'USD', timeZone: 'UTC' },
        format,
      ),
    );
    expect(pages.map(scanned)).toEqual(['10001', '999999999999']);
  },
);
