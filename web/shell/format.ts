import { formatDollars } from '#contract/money.ts';

const PIECES = new Intl.NumberFormat('en-US');

/** Dollars as people read them: $1,234.50. */
export function dollars(amount: number): string {
  return formatDollars(amount);
}

/** How many of something there are: 1 tool, 1,200 tools. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${pieces(count)} ${count === 1 ? one : many}`;
}

/** A number of pieces as people read it: 12,000. */
export function pieces(count: number): string {
  return PIECES.format(count);
}
