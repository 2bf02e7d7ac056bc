import { perUnit } from '#contract/buying/unit-words.ts';
import type { Priced } from '#contract/buying/basket.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import type { DraftLine } from '#web/quotes/quote-draft.ts';
import { moneyProblem } from '#web/forms/typed-money.ts';
import { counted, moneySign } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';

interface Props {
  lines: readonly DraftLine[];
  /** What they cost today; null while that is asked. */
  priced: Priced | null;
  onChange: (lines: DraftLine[]) => void;
}

/** Any quantity can be asked for. */
const ANY = { minOrderQuantity: 1, quantityStep: 1, availableQuantity: MAX_PIECES, orderable: MAX_PIECES };

/** What a price is asked for: pieces, and what somebody would like to pay for one. */
export function WishedLines({ lines, priced, onChange }: Props) {
  return (
    <DataTable
      label="Tools in this request"
      columns={wishColumns({ lines, priced, onChange })}
      rows={lines}
      keyOf={({ toolId }) => toolId}
      tools={<p className="muted">{counted(lines.length, 'line')}</p>}
      empty={<p>Nothing yet. Add tools below, or start from a product, your basket, a list or the order pad.</p>}
    />
  );
}

function wishColumns({ lines, priced, onChange }: Props): Column<DraftLine>[] {
  const known = new Map(priced?.lines.map((line) => [line.toolId, line]));
  const change = (toolId: string, part: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.toolId === toolId ? { ...line, ...part } : line)));
  const nameOf = ({ toolId }: DraftLine) => known.get(toolId)?.tool ?? 'A tool';
  return [
    {
      title: 'Tool',
      names: true,
      cell: (line) => (
        <>
          {nameOf(line)}
          <Sku sku={known.get(line.toolId)?.sku} />
        </>
      ),
    },
    {
      title: 'Pieces',
      kind: 'number',
      cell: (line) => (
        <PackedQuantity
          name={nameOf(line)}
          packs={known.get(line.toolId)?.packs ?? []}
          pack={line.pack}
          value={line.quantity}
          terms={ANY}
          invalid={line.quantity < 1}
          onChange={(quantity, pack) => change(line.toolId, { quantity, pack })}
        />
      ),
    },
    {
      title: 'Price today',
      kind: 'number',
      cell: ({ toolId }) => {
        const { unitPrice = null, priceUnit = 1 } = known.get(toolId) ?? {};
        return unitPrice === null ? '–' : moneyPer(unitPrice, priceUnit ?? 1);
      },
    },
    {
      title: `Target price (${moneySign()})`,
      kind: 'number',
      cell: (line) => {
        const problem = moneyProblem(line.target);
        const said = `wished-${line.toolId}`;
        return (
          <>
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              aria-label={`Target price ${perUnit(known.get(line.toolId)?.priceUnit ?? 1)} of ${nameOf(line)}`}
              aria-invalid={problem === undefined ? undefined : true}
              aria-describedby={problem === undefined ? undefined : said}
              className={`input w-28 text-right tabular-nums ${problem === undefined ? '' : 'input-error'}`}
              maxLength={12}
              value={line.target}
              onChange={({ target }) => change(line.toolId, { target: target.value })}
            />
            {problem !== undefined && (
              <p id={said} role="alert" className="text-error max-w-48 text-sm whitespace-normal">
                {problem}
              </p>
            )}
          </>
        );
      },
    },
    {
      title: 'Remove',
      kind: 'tight',
      cell: ({ toolId }) => (
        <RowButton tone="danger" onClick={() => onChange(lines.filter((line) => line.toolId !== toolId))}>
          Remove
        </RowButton>
      ),
    },
  ];
}
