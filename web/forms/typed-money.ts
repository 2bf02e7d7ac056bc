import { LargeSum } from '#contract/numbers.ts';

/** A sum of money as it was typed: undefined where nothing was, null where it is none, or may be two. */
export function typedMoney(text: string): number | null | undefined {
  if (text.trim() === '') return undefined;
  const read = LargeSum.safeParse(text);
  return read.success ? read.data : null;
}

/** What is wrong with a sum that was typed, or which of two is meant; undefined where nothing is, or nothing was typed. */
export function moneyProblem(text: string): string | undefined {
  return text.trim() === '' ? undefined : LargeSum.safeParse(text).error?.issues[0]?.message;
}
