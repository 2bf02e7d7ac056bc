import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { inPacks } from '#contract/buying/unit-words.ts';
import { LOCALES } from '#contract/languages.ts';
import type { DiscountedSum } from '#contract/money/payments.ts';
import { type BankAccount, bankAccountLines } from '#contract/money/bank-account.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { LetterParts } from './letter.ts';

/** A letter names so many lines; the page or paper that it leads to has all of them. */
const MOST_LINES = 100;

type Row = [name: string, value: string];

interface Line {
  quantity: number;
  tool: string;
  sku: string | null;
  unitName?: string | null;
  unitQuantity?: number | null;
}

/**
 * Lines of an order as letters name them: 12 × Claw hammer (CH-16).
 * @param count how many there are in all
 * @returns the first lines with their names, and as `more` a text for the others, where there are any
 */
export function namedLines<Each extends Line>(
  lines: readonly Each[],
  say: Words,
  count = lines.length,
): { named: { name: string; line: Each }[]; left: number; more: string[] } {
  const named = lines.slice(0, MOST_LINES).map((line) => {
    const { quantity, tool, sku, unitName = null, unitQuantity = null } = line;
    const packs = inPacks({ unitName, unitQuantity }, LOCALES[say.language]);
    const name = `${say.pieces(quantity)} × ${tool}${sku ? ` (${sku})` : ''}${packs && `, ${packs}`}`;
    return { name, line };
  });
  const left = count - named.length;
  return { named, left, more: left > 0 ? [moreLines(left, say)] : [] };
}

function moreLines(left: number, say: Words): string {
  return say('and {left, number} more', { left });
}

/**
 * The same as rows of a letter's table.
 * @param count how many there are in all
 * @param cells what is written of a line with this name
 * @param rest what is said of the others where there are any, by how many they are
 */
export function lineRows<Each extends Line>(
  lines: readonly Each[],
  say: Words,
  count: number,
  cells: (name: string, line: Each) => [name: string, value: string],
  rest = (left: number) => moreLines(left, say),
): NonNullable<LetterParts['order']>['lines'] {
  const { named, left } = namedLines(lines, say, count);
  return [
    ...named.map(({ name, line }) => cells(name, line)),
    ...(left > 0 ? [[rest(left), ''] satisfies [string, string]] : []),
  ];
}

/** A line with what one piece of it costs: 12 × Claw hammer (CH-16) at $4.00 per 100. */
export function pricedName(
  name: string,
  { unitPrice, priceUnit }: { unitPrice: number; priceUnit: number },
  say: Words,
) {
  return say('{name} at {price}', { name, price: priceOf(unitPrice, priceUnit, say) });
}

/** A price with the pieces that it is for, where that is more than one: $4.00 per 100. */
export function priceOf(price: number, priceUnit: number, say: Words): string {
  return priceUnit === 1
    ? say.money(price)
    : say('{price} per {count, number}', { price: say.money(price), count: priceUnit });
}

/** As a row of sums; none where there is no surcharge. */
export function surchargeRow({ surcharge }: { surcharge: number }, say: Words): Row[] {
  return surcharge === 0 ? [] : [[say(SURCHARGE_NAME), say.money(surcharge)]];
}

/** Where money of a bank transfer goes; nothing where the shop takes none. @param more what else is said of it */
export function transferLines(account: BankAccount | null, reference: string, say: Words, ...more: string[]): string[] {
  if (!account) return [];
  const lines = bankAccountLines(account).map(([name, value]) => `${say(name)}: ${value}`);
  return [say('By bank transfer, to'), ...lines, say('Reference: {reference}', { reference }), ...more];
}

/** What pays an invoice in full on which days, a line each. */
export function discountLines(discounts: readonly DiscountedSum[], say: Words): string[] {
  return discounts.map(({ percent, until, amount }) =>
    say('If you pay until {day}: {amount} ({percent} % cash discount).', {
      day: say.written(until),
      amount: say.money(amount),
      percent: say.percent(percent),
    }),
  );
}
