import { pieces } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { CountedCell } from './counted-cell.tsx';
import { type CountedLine, differenceOf, USUAL_REASON } from './counted-line.ts';
import { signed } from './difference-text.ts';

/** What should lie there, what was counted, and what differs. */
export function CountTable({
  lines,
  onChange,
}: {
  lines: readonly CountedLine[];
  onChange: (lines: readonly CountedLine[]) => void;
}) {
  const put = (toolId: string, typed: Partial<CountedLine>) =>
    onChange(lines.map((line) => (line.toolId === toolId ? { ...line, ...typed } : line)));
  const leave = (toolId: string) => onChange(lines.filter((line) => line.toolId !== toolId));
  return (
    <DataTable
      label="Products to count"
      columns={countColumns(put, leave)}
      rows={lines}
      keyOf={({ toolId }) => toolId}
      empty={null}
    />
  );
}

function countColumns(
  put: (toolId: string, typed: Partial<CountedLine>) => void,
  leave: (toolId: string) => void,
): Column<CountedLine>[] {
  return [
    {
      title: 'Product',
      names: true,
      cell: ({ tool, sku }) => (
        <>
          {tool}
          <Sku sku={sku} />
        </>
      ),
    },
    {
      title: 'Expected',
      kind: 'number',
      cell: ({ onShelf, toShip }) => (
        <>
          {pieces(onShelf)}
          {toShip > 0 && <span className="muted block text-sm">{pieces(toShip)} of them sold, not shipped</span>}
        </>
      ),
    },
    {
      title: 'Counted',
      kind: 'number',
      cell: (line) => <CountedCell line={line} onChange={(typed) => put(line.toolId, typed)} />,
    },
    {
      title: 'Difference',
      kind: 'number',
      cell: (line) => {
        const difference = differenceOf(line);
        return difference === null ? (
          ''
        ) : (
          <span className={difference === 0 ? 'muted' : 'font-semibold'}>{signed(difference)}</span>
        );
      },
    },
    {
      title: 'Reason',
      cell: (line) =>
        (differenceOf(line) ?? 0) === 0 ? (
          ''
        ) : (
          <input
            aria-label={`Why ${line.tool} differs`}
            placeholder={USUAL_REASON}
            maxLength={200}
            className="input input-sm w-full min-w-32"
            value={line.reason}
            onChange={({ target }) => put(line.toolId, { reason: target.value })}
          />
        ),
    },
    {
      title: 'Remove',
      kind: 'tight',
      cell: ({ toolId }) => <RowButton onClick={() => leave(toolId)}>Remove</RowButton>,
    },
  ];
}
