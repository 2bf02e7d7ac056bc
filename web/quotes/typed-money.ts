import { moneyToCents } from '#contract/money.ts';

/** A price as it was typed: undefined where nothing was, null where it is none. */
export function typedMoney(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return undefined;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return null;
  const amount = Number(plain);
  return moneyToCents(amount) === null ? null : amount;
}
