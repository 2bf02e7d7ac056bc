import { centsToMoney } from '#contract/money.ts';
import type { BankProblem } from '#contract/money/bank-imports.ts';

const OPENING =
  /^(?:opening|beginning|starting|previous) ?balance|^(?:anfangs|eröffnungs)saldo|^alter (?:konto)?(?:saldo|stand)|^solde (?:initial|précédent)|^saldo (?:inicial|iniziale|anterior)|^beginsaldo|^ingående|^inngående/i;
const CLOSING =
  /^(?:closing|ending|final) ?balance|^(?:end|schluss)saldo|^neuer (?:konto)?(?:saldo|stand)|^solde final|^saldo (?:final|finale)|^eindsaldo|^utgående/i;
/** No such words are longer. */
const MAX_WORDS = 40;

/** Whether a text stands before a balance, and which. */
export function balanceOf(text: string): 'opening' | 'closing' | null {
  if (text.length > MAX_WORDS) return null;
  if (OPENING.test(text)) return 'opening';
  return CLOSING.test(text) ? 'closing' : null;
}

/** Adds up what a file says: its balances, and its lines between them. Amounts are cents. */
export function createBalanceCheck() {
  const problems: BankProblem[] = [];
  let found: Partial<Record<'opening' | 'closing', { cents: number; row: number }>> = {};
  let lines = { sum: 0, count: 0 };
  const running: { cents: number; balance: number; row: number }[] = [];
  let hasGaps = false;
  const complain = (opening: number, sum: number, closing: number, rows: number[]) => {
    const [from, by, to] = [opening, sum, closing].map((cents) => centsToMoney(cents).toFixed(2));
    const off = centsToMoney(Math.abs(closing - opening - sum)).toFixed(2);
    const message = `The balances do not add up: ${from} at the start, ${by} in its lines, ${to} at the end. They differ by ${off}, so a line may be missing or doubled`;
    problems.push({ column: 'balance', message, count: 1, rows });
  };
  const compare = () => {
    const { opening, closing } = found;
    if (!opening || !closing) return;
    if (closing.cents !== opening.cents + lines.sum)
      complain(opening.cents, lines.sum, closing.cents, [opening.row, closing.row]);
    found = {};
    lines = { sum: 0, count: 0 };
  };
  return {
    /** A row that says a balance. */
    balance(which: 'opening' | 'closing', row: number, cents: number) {
      found[which] = { cents, row };
      // Both may stand above the lines.
      if (lines.count > 0) compare();
      else if (found.opening && found.opening.cents === found.closing?.cents) found = {};
    },
    /** A booked line, with the balance after it where the file has one. */
    line(row: number, cents: number, after: number | null) {
      lines = { sum: lines.sum + cents, count: lines.count + 1 };
      if (after === null) hasGaps = true;
      else running.push({ cents, balance: after, row });
    },
    /** What does not add up. */
    problems(): BankProblem[] {
      compare();
      const [first, last] = [running[0], running.at(-1)];
      if (first && last && !hasGaps && problems.length === 0) {
        const sum = running.reduce((total, { cents }) => total + cents, 0);
        const down = { opening: first.balance - first.cents, closing: last.balance };
        const up = { opening: last.balance - last.cents, closing: first.balance };
        if (down.closing !== down.opening + sum && up.closing !== up.opening + sum) {
          // Files have the newest first, or last: that order is meant in which more lines follow each other.
          const follows = (way: 1 | -1) =>
            running.filter(({ cents, balance }, at) => running[at - way]?.balance === balance - cents).length;
          const { opening, closing } = follows(1) >= follows(-1) ? down : up;
          complain(opening, sum, closing, [first.row, last.row]);
        }
      }
      return problems;
    },
  };
}
