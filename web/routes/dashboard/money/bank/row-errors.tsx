import type { BankImport } from '#contract/money/bank-imports.ts';
import { counted } from '#web/shell/format.ts';

/** What is wrong with one row is mostly wrong with all. */
const ERRORS_LISTED = 20;

/** What is wrong with rows of the file. */
export function RowErrors({ errors }: Pick<BankImport, 'errors'>) {
  if (errors.length === 0) return null;
  return (
    <div role="alert" className="alert alert-error mb-4 block">
      <ul>
        {errors.slice(0, ERRORS_LISTED).map(({ row, column, message }) => (
          <li key={`${row} ${column}`}>
            Row {row}
            {column && <span>{`, ${column}`}</span>}
            <span>:</span> <span>{message}</span>
          </li>
        ))}
        {errors.length > ERRORS_LISTED && <li>And {counted(errors.length - ERRORS_LISTED, 'more error')}</li>}
      </ul>
    </div>
  );
}
