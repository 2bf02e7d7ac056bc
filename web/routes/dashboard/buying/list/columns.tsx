import { linePrice } from '#web/basket/line-price.ts';
import type { PricedLine } from '#contract/buying/basket.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { inPieces, type PackedLine } from '#contract/buying/units.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { OwnNumber } from '#web/companies/own-number.tsx';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { Picture } from '#web/ui/picture.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Sku } from '#web/shell/sku.tsx';

/** Pieces, and the pack that they are counted in. */
export type TypedQuantity = Omit<PackedLine, 'toolId'>;

interface Options {
  /** Quantities that were typed and are not saved yet, by tool. */
  typed: Readonly<Record<string, TypedQuantity>>;
  onQuantity: (line: PricedLine, wanted: TypedQuantity) => void;
  onRemove: (line: PricedLine) => void;
  /** Who buys for which company, which has numbers of its own; null for who buys for themselves. */
  buyer: { user: SessionUser; company: BuyingFor } | null;
}

/** What the table of a list shows, and what can be done with a line there. */
export function listColumns({ typed, onQuantity, onRemove, buyer }: Options): Column<PricedLine>[] {
  return [
    { title: 'Tool', names: true, cell: (line) => <ToolName line={line} buyer={buyer} /> },
    {
      title: 'In stock',
      kind: 'number',
      cell: ({ availableQuantity }) => (availableQuantity === null ? '–' : pieces(availableQuantity)),
    },
    {
      title: 'Price',
      kind: 'number',
      cell: ({ unitPrice, priceUnit }) => (unitPrice === null ? '–' : moneyPer(unitPrice, priceUnit ?? 1)),
    },
    {
      title: 'Pieces',
      kind: 'number',
      cell: (line) => (
        <PackedQuantity
          name={line.tool ?? 'a tool that is no longer sold'}
          packs={line.packs ?? []}
          pack={(typed[line.toolId] ?? inPieces(line)).pack}
          value={typed[line.toolId]?.quantity ?? line.quantity}
          terms={{
            quantityStep: line.quantityStep ?? 1,
            minOrderQuantity: line.minOrderQuantity ?? 1,
            availableQuantity: line.availableQuantity ?? 0,
            orderable: line.orderable ?? 0,
          }}
          onChange={(quantity, pack) => onQuantity(line, { quantity, ...(pack && { pack }) })}
        />
      ),
    },
    {
      title: 'Sum',
      kind: 'number',
      cell: (line) => (line.unitPrice === null ? '–' : money(sumOf(line, typed))),
    },
    {
      title: 'Remove',
      kind: 'tight',
      cell: (line) => (
        <RowButton tone="danger" onClick={() => onRemove(line)}>
          Remove
        </RowButton>
      ),
    },
  ];
}

/** What a line comes to today with the quantity that is typed, in the shop's money; 0 without a price. */
function sumOf({ toolId, quantity, unitPrice, priceUnit }: PricedLine, typed: Options['typed']): number {
  return linePrice(typed[toolId]?.quantity ?? quantity, unitPrice ?? 0, priceUnit);
}

/** How many lines there are, and what they come to with the quantities that are typed. */
export function ListSum({ lines, typed }: Pick<Options, 'typed'> & { lines: readonly PricedLine[] }) {
  const total = lines.reduce((cents, line) => cents + (moneyToCents(sumOf(line, typed)) ?? 0), 0);
  return (
    <p className="muted">
      {counted(lines.length, 'line')}
      {lines.length > 0 && (
        <>
          , <strong className="text-base-content tabular-nums">{money(centsToMoney(total))}</strong> at today’s prices,
          excluding delivery and tax
        </>
      )}
    </p>
  );
}

function ToolName({ line, buyer }: Pick<Options, 'buyer'> & { line: PricedLine }) {
  const name = line.tool ?? 'A tool that is no longer sold';
  return (
    <span className="flex min-w-0 items-center gap-3">
      {line.image && <Picture frame="studio size-12 shrink-0 rounded-field" image={line.image} alt="" sizes="48px" />}
      <span className="block min-w-0">
        {line.problem === 'TOOL_NOT_FOUND' ? (
          <span className="font-medium">{name}</span>
        ) : (
          <PageLink to={`/products/${line.toolId}`} className="link-hover font-medium break-words">
            {name}
          </PageLink>
        )}
        <Sku sku={line.sku} />
        {buyer && line.problem !== 'TOOL_NOT_FOUND' && (
          <OwnNumber {...buyer} toolId={line.toolId} tool={name} number={line.buyerNumber} />
        )}
        {line.problem !== null && (
          <span className="text-error block text-sm">
            {lineProblemText(line.problem, line)}
            {line.suggestion !== null && <span>{` ${pieces(line.suggestion)} can be ordered.`}</span>}
          </span>
        )}
      </span>
    </span>
  );
}
