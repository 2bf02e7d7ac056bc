import type { Return, ReturnLine } from '#contract/money/returns.ts';
import { RETURN_KIND_WORDS, RETURN_WISH_WORDS } from '#web/returns/return-words.ts';
import { pieces } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

const COLUMNS: Column<ReturnLine>[] = [
  {
    title: 'Tool',
    names: true,
    cell: ({ tool, sku, text }) => (
      <>
        <span className="font-medium">{tool}</span>
        <Sku sku={sku} />
        {text !== undefined && <span className="block break-words">{text}</span>}
      </>
    ),
  },
  { title: 'Pieces', kind: 'number', cell: ({ quantity }) => pieces(quantity) },
  { title: 'What is wrong', kind: 'tight', cell: ({ kind }) => RETURN_KIND_WORDS[kind] },
  { title: 'Wish', kind: 'tight', cell: ({ wish }) => RETURN_WISH_WORDS[wish] },
  {
    title: 'Arrived',
    kind: 'number',
    cell: ({ kind, arrived, restocked, scrapped }) => {
      const back = arrived - restocked - scrapped;
      return kind === 'missing' ? (
        'none expected'
      ) : (
        <>
          {pieces(arrived)}
          {back > 0 && <span className="muted block text-xs">{pieces(back)} sent back to the buyer</span>}
        </>
      );
    },
  },
  { title: 'Settled', kind: 'number', cell: ({ settled }) => pieces(settled) },
];

/** What was reported, and how far each of it is. */
export function ReturnLines({ found }: { found: Return }) {
  return (
    <DataTable
      label="Reported pieces"
      columns={COLUMNS}
      rows={found.lines}
      keyOf={({ toolId }) => toolId}
      empty={null}
    />
  );
}
