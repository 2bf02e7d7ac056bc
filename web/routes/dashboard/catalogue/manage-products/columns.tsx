import { writtenDay } from '#contract/days.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { money, pieces, today } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** What whoever writes tools does with one. */
type Changes = Record<'edit' | 'facts' | 'cost', (tool: Tool) => void>;

/** What whoever looks may do with a tool. */
interface Actions {
  onStock: ((tool: Tool) => void) | null;
  onHistory: (tool: Tool) => void;
  onChange: Changes | null;
  onRemove: ((tool: Tool) => void) | null;
}

/** What the table of all products shows, and what can be done with a tool there (spec §2). */
export function productColumns({ onStock, onHistory, onChange, onRemove }: Actions): Column<Tool>[] {
  return [
    { id: 'name', title: 'Name', names: true, sort: { up: 'name', down: '-name' }, cell: nameOf },
    {
      id: 'image',
      title: 'Image',
      cell: ({ image, name }) => <Picture image={image} alt={name} frame="h-12 w-16" sizes="64px" />,
    },
    {
      id: 'price',
      title: 'Price / piece',
      kind: 'number',
      sort: { up: 'price', down: '-price' },
      cell: ({ price }) => money(price),
    },
    {
      id: 'available',
      title: 'Available Quantity',
      short: 'Available',
      kind: 'number',
      cell: ({ availableQuantity }) => pieces(availableQuantity),
    },
    {
      id: 'stock',
      title: 'Stock',
      kind: 'tight',
      cell: (tool) => (
        <div className="flex flex-wrap gap-2">
          {onStock && <RowButton onClick={() => onStock(tool)}>+ / −</RowButton>}
          <RowButton onClick={() => onHistory(tool)}>History</RowButton>
        </div>
      ),
    },
    ...(onChange ? [change(onChange)] : []),
    ...(onRemove ? [remove(onRemove)] : []),
  ];
}

function nameOf(tool: Tool) {
  const said = saleOf(tool);
  return (
    <>
      {tool.name}
      {said !== undefined && <span className="badge badge-sm badge-outline ml-1">{said}</span>}
      <Sku sku={tool.sku} />
    </>
  );
}

/** What is to be said of a tool's sale. */
function saleOf({ onSale, onSaleFrom = '', onSaleUntil = '' }: Tool): string | undefined {
  if (!onSale) return 'Off sale';
  const now = today();
  if (onSaleFrom > now) return `Off sale until ${writtenDay(onSaleFrom)}`;
  if (onSaleUntil === '') return undefined;
  return onSaleUntil < now ? `Off sale since ${writtenDay(onSaleUntil)}` : `On sale until ${writtenDay(onSaleUntil)}`;
}

function change({ edit, facts, cost }: Changes): Column<Tool> {
  return {
    id: 'change',
    title: 'Change',
    kind: 'tight',
    cell: (tool) => (
      <div className="flex flex-wrap gap-2">
        <RowButton onClick={() => edit(tool)}>Edit</RowButton>
        <RowButton onClick={() => facts(tool)}>Facts</RowButton>
        <RowButton onClick={() => cost(tool)}>Cost</RowButton>
      </div>
    ),
  };
}

function remove(onRemove: (tool: Tool) => void): Column<Tool> {
  return {
    id: 'remove',
    title: 'Remove',
    kind: 'tight',
    cell: (tool) => (
      <RowButton tone="danger" onClick={() => onRemove(tool)}>
        X
      </RowButton>
    ),
  };
}
