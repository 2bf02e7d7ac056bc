import { writtenDay } from '#contract/days.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Permission } from '#contract/policy.ts';
import { pieces, today } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** The dialogs about one tool. */
export type ToolDialog = 'stock' | 'history' | 'edit' | 'facts' | 'cost' | 'bin';
type Button = readonly [dialog: ToolDialog, words: string];

const CHANGES: readonly Button[] = [
  ['edit', 'Edit'],
  ['facts', 'Attributes'],
  ['cost', 'Cost'],
];

interface Actions {
  may: (permission: Permission) => boolean;
  open: (dialog: ToolDialog, tool: Tool) => void;
  onRemove: (tool: Tool) => void;
}

/** What the table of all products shows, and what whoever looks may do with a tool there (spec §2). */
export function productColumns({ may, open, onRemove }: Actions): Column<Tool>[] {
  const buttons = (tool: Tool, those: readonly Button[]) => (
    <div className="flex flex-wrap gap-2">
      {those.map(([dialog, words]) => (
        <RowButton key={dialog} onClick={() => open(dialog, tool)}>
          {words}
        </RowButton>
      ))}
    </div>
  );
  const stock: Button[] = [
    ...(may('tools.stock') ? [['stock', '+ / −'] as const, ['bin', 'Bin'] as const] : []),
    ['history', 'History'],
  ];
  const all: (Column<Tool> & { permission?: Permission })[] = [
    { title: 'Name', names: true, sort: { up: 'name', down: '-name' }, cell: nameOf },
    {
      title: 'Image',
      cell: ({ image, name }) => <Picture image={image} alt={name} frame="h-12 w-16" sizes="64px" />,
    },
    {
      title: 'Price / piece',
      kind: 'number',
      sort: { up: 'price', down: '-price' },
      cell: ({ price, priceUnit }) => moneyPer(price, priceUnit),
    },
    {
      title: 'Available Quantity',
      short: 'Available',
      kind: 'number',
      cell: ({ availableQuantity }) => pieces(availableQuantity),
    },
    { title: 'Stock', kind: 'tight', cell: (tool) => buttons(tool, stock) },
    {
      title: 'Change',
      kind: 'tight',
      permission: 'tools.write',
      cell: (tool) => buttons(tool, CHANGES),
    },
    {
      title: 'Remove',
      kind: 'tight',
      permission: 'tools.remove',
      cell: (tool) => (
        <RowButton tone="danger" onClick={() => onRemove(tool)}>
          X
        </RowButton>
      ),
    },
  ];
  return all.filter(({ permission }) => permission === undefined || may(permission));
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
