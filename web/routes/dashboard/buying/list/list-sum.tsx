import type { PricedLine } from '#contract/buying/basket.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { counted, money } from '#web/shell/format.ts';
import { sumOf } from './columns.tsx';

/** How many lines there are, and what they come to with the quantities that are typed. */
export function ListSum({ lines, typed }: { lines: readonly PricedLine[]; typed: Readonly<Record<string, number>> }) {
  const total = lines.reduce((cents, line) => cents + (moneyToCents(sumOf(line, typed)) ?? 0), 0);
  return (
    <p className="muted">
      {counted(lines.length, 'line')}
      {lines.length > 0 && (
        <>
          , <strong className="text-base-content tabular-nums">{money(centsToMoney(total))}</strong> at today’s prices,
          without delivery and tax
        </>
      )}
    </p>
  );
}
