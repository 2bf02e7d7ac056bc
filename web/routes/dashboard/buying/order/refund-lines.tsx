import { addMoney, lessMoney } from '#contract/money-sums.ts';
import { linePrice } from '#web/basket/line-price.ts';
import { typedWhole } from '#web/forms/typed-number.ts';
import type { Order, OrderLine } from '#contract/buying/orders.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { money, pieces as count } from '#web/shell/format.ts';
import { eachText } from '#web/shell/price-words.ts';

/** What was typed for each tool: pieces, and how many of them had left the house. */
export type TypedPieces = Record<string, { quantity: string; shipped: string }>;

interface Props {
  order: Order;
  legend?: string;
  /** Whether it is asked which of the pieces had left the house. */
  asksShipped?: boolean;
  pieces: TypedPieces;
  /** What is wrong with a line, by its tool. */
  problems: Record<string, string>;
  onChange: (pieces: TypedPieces) => void;
}

/** So many pieces of each line of an order; those without any are left out. */
export function RefundLines({
  order,
  legend = 'How many pieces?',
  asksShipped = true,
  pieces,
  problems,
  onChange,
}: Props) {
  const lines = order.lines.filter(({ quantity, refunded }) => quantity > refunded);
  const net = lines.reduce((sum, { toolId, unitPrice, priceUnit, refunded }) => {
    const upTo = (count: number) => linePrice(refunded + count, unitPrice, priceUnit);
    return addMoney(sum, lessMoney(upTo(typedWhole(pieces[toolId]?.quantity ?? '') ?? 0), upTo(0)));
  }, 0);
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 font-medium">{legend}</legend>
      {asksShipped && lines.some(({ shipped, left }) => shipped > 0 && left > 0) && (
        <p className="muted mb-3 text-sm">
          Shipped pieces are refunded first. If you mean others, say how many of them were shipped: the rest will not be
          shipped.
        </p>
      )}
      <ul className="grid gap-3">
        {lines.map((line) => (
          <Line
            key={line.toolId}
            line={line}
            asksShipped={asksShipped}
            typed={pieces[line.toolId] ?? { quantity: '', shipped: '' }}
            problem={problems[line.toolId]}
            onChange={(typed) => onChange({ ...pieces, [line.toolId]: typed })}
          />
        ))}
      </ul>
      <p className="mt-3 font-medium" aria-live="polite">
        {money(net)} of goods{order.tax > 0 ? <span>{`, and the ${order.taxName ?? 'tax'} on them`}</span> : ''}
      </p>
    </fieldset>
  );
}

interface LineProps {
  line: OrderLine;
  asksShipped: boolean;
  typed: TypedPieces[string];
  problem: string | undefined;
  onChange: (typed: TypedPieces[string]) => void;
}

function Line({ line, asksShipped, typed, problem, onChange }: LineProps) {
  const { tool, sku, unitPrice, priceUnit, quantity, refunded, shipped, left } = line;
  // Where pieces are on both sides of the door, only staff know which of them it is about.
  const asks = asksShipped && shipped > 0 && left > 0;
  return (
    <li className="border-base-300 grid gap-x-4 border-b pb-3 sm:grid-cols-[minmax(0,1fr)_17rem]">
      <p className="self-center break-words">
        {tool}
        <span className="muted block text-sm tabular-nums">
          {[
            sku,
            eachText(unitPrice, priceUnit),
            `${count(quantity - refunded)} of ${count(quantity)} can be refunded`,
            `${count(shipped)} shipped`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <div className="flex items-start gap-3">
        <TextField
          label="Pieces"
          aria-label={`Pieces of ${tool}`}
          inputMode="numeric"
          className="max-w-32 text-right"
          value={typed.quantity}
          error={problem === undefined ? undefined : { message: problem }}
          onChange={({ target }) => onChange({ ...typed, quantity: target.value })}
        />
        {asks && (
          <TextField
            label="Of these, shipped"
            aria-label={`Of these, shipped pieces of ${tool}`}
            inputMode="numeric"
            className="max-w-32 text-right"
            value={typed.shipped}
            onChange={({ target }) => onChange({ ...typed, shipped: target.value })}
          />
        )}
      </div>
    </li>
  );
}

/** The lines for which pieces were typed, as the shop takes them. */
export function typedLines(pieces: TypedPieces): { toolId: string; quantity: string; shipped?: string }[] {
  return Object.entries(pieces)
    .filter(([, { quantity }]) => quantity.trim() !== '')
    .map(([toolId, { quantity, shipped }]) => ({ toolId, quantity, ...(shipped.trim() === '' ? {} : { shipped }) }));
}

/** What the shop said about each line, by its tool. */
export function problemsOfLines({ issues }: ApiError, lines: { toolId: string }[]): Record<string, string> {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const line = lines[Number(/^lines\.(\d+)\./.exec(path)?.[1])];
      return line ? [[line.toolId, message]] : [];
    }),
  );
}
