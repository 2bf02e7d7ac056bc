import type { PricedLine } from '#contract/buying/basket.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { QuantityBox } from '#web/basket/quantity-box.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { OwnNumber } from '#web/companies/own-number.tsx';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { Picture } from '#web/ui/picture.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Sku } from '#web/shell/sku.tsx';

interface Options {
  /** Quantities that were typed and are not saved yet, by tool. */
  typed: Readonly<Record<string, number>>;
  onQuantity: (line: PricedLine, quantity: number) => void;
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
      title: 'Per piece',
      kind: 'number',
      cell: ({ unitPrice }) => (unitPrice === null ? '–' : money(unitPrice)),
    },
    {
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
function sumOf({ toolId, quantity, unitPrice }: PricedLine, typed: Options['typed']): number {
  const cents = moneyToCents(unitPrice ?? 0) ?? 0;
  return centsToMoney(cents * (typed[toolId] ?? quantity));
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
