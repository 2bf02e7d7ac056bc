import type { PastedLines } from '#contract/buying/order-lines.ts';
import type { TestShop } from '#server/shop-for-tests.ts';
import { ENGLISH_LINES } from './english-lines-for-tests.ts';
import { GERMAN_LINES } from './german-lines-for-tests.ts';

/** All lines, each with what is right. */
export const LINES = [ENGLISH_LINES, GERMAN_LINES].flatMap((lines) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' => '))
    .map(([written = '', right = '']) => ({ written: written.replaceAll('\\t', '\t'), right })),
);

/** What a line comes to: a stock number with pieces or `?`, `ask` or `note`. */
export async function saidOf(shop: TestShop, line: string): Promise<string> {
  const answer = await shop.call('POST', '/order-lines', { body: { text: line } });
  const { rows, note } = (await answer.json()) as PastedLines;
  const [row, ...more] = rows;
  if (!row) return note === line ? 'note' : 'nothing';
  // A pack that nobody knows is asked.
  if (row.toolId === null || row.problem === 'UNKNOWN_UNIT') return 'ask';
  return [`${row.sku} ${row.quantity ?? '?'}`, ...more.map(() => 'and more')].join(' ');
}
