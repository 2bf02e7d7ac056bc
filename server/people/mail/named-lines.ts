import { inPacks } from '#contract/buying/unit-words.ts';
import { writtenDay } from '#contract/days.ts';
import type { DiscountedSum } from '#contract/money/payments.ts';
import { type BankAccount, bankAccountLines } from '#contract/money/bank-account.ts';
import type { LetterParts } from './letter.ts';

/** A letter names so many lines; the page or paper that it leads to has all of them. */
const MOST_LINES = 100;

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
  count = lines.length,
): { named: { name: string; line: Each }[]; more: string[] } {
  const named = lines.slice(0, MOST_LINES).map((line) => {
    const { quantity, tool, sku, unitName = null, unitQuantity = null } = line;
    const packs = inPacks({ unitName, unitQuantity });
    const name = `${quantity.toLocaleString('en-US')} × ${tool}${sku ? ` (${sku})` : ''}${packs && `, ${packs}`}`;
    return { name, line };
  });
  const left = count - named.length;
  return { named, more: left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : [] };
}

/**
 * The same as rows of a letter's table.
 * @param count how many there are in all
 * @param cells what is written of a line with this name @param where the others are
 */
export function lineRows<Each extends Line>(
  lines: readonly Each[],
  count: number,
  cells: (name: string, line: Each) => [name: string, value: string],
  where = '',
): NonNullable<LetterParts['order']>['lines'] {
  const { named, more } = namedLines(lines, count);
  return [
    ...named.map(({ name, line }) => cells(name, line)),
    ...more.map((text): [string, string] => [text + where, '']),
  ];
}

/** Where money of a bank transfer goes; nothing where the shop takes none. @param more what else is said of it */
export function transferLines(account: BankAccount | null, reference: string, ...more: string[]): string[] {
  if (!account) return [];
  const lines = bankAccountLines(account).map(([name, value]) => `${name}: ${value}`);
  return ['By bank transfer, to', ...lines, `Reference: ${reference}`, ...more];
}

/** What pays an invoice in full on which days, a line each. */
export function discountLines(discounts: readonly DiscountedSum[], money: (amount: number) => string): string[] {
  return discounts.map(
    ({ percent, until, amount }) =>
      `If you pay until ${writtenDay(until)}: ${money(amount)} (${percent} % cash discount).`,
  );
}
