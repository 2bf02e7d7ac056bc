import type { PricedLine } from '#contract/buying/basket.ts';
import { QuantityBox } from '#web/basket/quantity-box.tsx';
import { sayProblem } from '#web/basket/say-problem.ts';
import { money, pieces } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Sku } from '#web/shell/sku.tsx';

interface Options {
  /** Quantities that were typed and are not saved yet, by tool. */
  typed: Readonly<Record<string, number>>;
  onQuantity: (line: PricedLine, quantity: number) => void;
  onRemove: (line: PricedLine) => void;
}

/** What the table of a list shows, and what can be done with a line there. */
export function listColumns({ typed, onQuantity, onRemove }: Options): Column<PricedLine>[] {
  return [
    { id: 'tool', title: 'Tool', names: true, cell: (line) => <ToolName line={line} /> },
    {
      id: 'each',
      title: 'Per piece',
      kind: 'number',
      cell: ({ unitPrice }) => (unitPrice === null ? '–' : money(unitPrice)),
    },
    {
      id: 'pieces',
      title: 'Pieces',
      kind: 'number',
      cell: (line) => (
        <QuantityBox
          label={`Pieces of ${line.tool ?? 'a tool that is no longer sold'}`}
          value={typed[line.toolId] ?? line.quantity}
          terms={{
            quantityStep: line.quantityStep ?? 1,
            minOrderQuantity: line.minOrderQuantity ?? 1,
            availableQuantity: line.availableQuantity ?? 0,
          }}
          onChange={(quantity) => onQuantity(line, quantity)}
        />
      ),
    },
    {
      id: 'remove',
      title: 'Take out',
      kind: 'tight',
      cell: (line) => (
        <RowButton tone="danger" onClick={() => onRemove(line)}>
          Take out
        </RowButton>
      ),
    },
  ];
}

function ToolName({ line }: { line: PricedLine }) {
  const name = line.tool ?? 'A tool that is no longer sold';
  return (
    <span className="block min-w-0">
      {line.problem === 'TOOL_NOT_FOUND' ? (
        <span className="font-medium">{name}</span>
      ) : (
        <PageLink to={`/products/${line.toolId}`} className="link-hover font-medium break-words">
          {name}
        </PageLink>
      )}
      <Sku sku={line.sku} />
      {line.problem !== null && (
        <span className="text-error block text-sm">
          {sayProblem(line.problem, line)}
          {line.suggestion !== null && ` ${pieces(line.suggestion)} can be ordered.`}
        </span>
      )}
    </span>
  );
}
