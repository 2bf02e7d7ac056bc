import type { BankImport } from '#contract/money/bank-imports.ts';
import { counted } from '#web/shell/format.ts';

/** Rows that are no payments. */
export function LeftOut({ rows }: { rows: BankImport['leftOut'] }) {
  if (rows.length === 0) return null;
  return (
    <details className="mb-4">
      <summary>{`${counted(rows.length, 'row')} left out, ${rows.length === 1 ? 'which is no payment' : 'which are no payments'}`}</summary>
      <ul className="muted mt-2 text-sm break-words">
        {rows.map(({ row, text, why }) => (
          <li key={row}>{`Row ${row}: ${why}${text && ` ("${text}")`}`}</li>
        ))}
      </ul>
    </details>
  );
}
