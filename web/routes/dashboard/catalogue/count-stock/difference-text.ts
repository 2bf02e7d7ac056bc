import { pieces } from '#web/shell/format.ts';
import { type CountedLine, differenceOf } from './counted-line.ts';

/** A difference with its sign and its tool. */
export function differenceText(line: CountedLine): string {
  return `${line.tool}: ${signed(differenceOf(line) ?? 0)}`;
}

/** Pieces with their sign. */
export function signed(difference: number): string {
  if (difference === 0) return 'none';
  return `${difference > 0 ? '+' : '−'}${pieces(Math.abs(difference))}`;
}
