import { linePrice } from '#web/basket/line-price.ts';
import { perUnit } from '#contract/buying/unit-words.ts';
import { useId } from 'react';
import type { QuoteFacts } from '#contract/buying/quotes.ts';
import { packOf } from '#contract/buying/units.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import { type Margin, marginOf } from '#web/quotes/margin.ts';
import { typedMoney } from '#web/forms/typed-money.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { Sku } from '#web/shell/sku.tsx';

/** What is offered of a tool. */
export interface Row {
  toolId: string;
  quantity: number;
  /** The code of the pack that it is counted in. */
  unit?: string | undefined;
  /** What was typed as the price of as many pieces as its tool's prices are for. */
  price: string;
}

/** The name of the field for the price of a tool. */
export function priceField(toolId: string): string {
  return `price-${toolId}`;
}

interface RowProps {
  row: Row;
  /** What is wrong with the price, once somebody wanted to send it. */
  problem: string | undefined;
  fact: QuoteFacts[number] | undefined;
  /** What the buyer would pay for a piece, where they said so. */
  wished: number | undefined;
  onChange: (part: Partial<Row>) => void;
  onRemove: () => void;
}

/** Of a tool until it is known. */
const NOT_KNOWN = {
  tool: 'A tool',
  packs: [],
  priceUnit: 1,
  cost: null,
  quantityStep: 1,
  availableQuantity: 0,
  orderable: 0,
};

/** What is known of a tool, and how many of it are offered at which price. */
export function OfferedRow({ row, problem, fact, wished, onChange, onRemove }: RowProps) {
  const id = useId();
  const { tool: name, packs, priceUnit, cost, ...terms } = fact ?? NOT_KNOWN;
  const price = typedMoney(row.price) ?? 0;
  return (
    <li className="border-base-300 grid items-start gap-x-8 gap-y-2 border-b pb-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {name}
          <Sku sku={fact?.sku} />
        </p>
        {fact && <PriceFacts fact={fact} wished={wished} />}
      </div>
      <div className="grid grid-cols-[auto_auto_auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1">
        <PackedQuantity
          name={name}
          packs={packs}
          pack={packOf(packs, row.unit) ?? undefined}
          value={row.quantity}
          terms={{ ...terms, minOrderQuantity: 1 }}
          invalid={fact !== undefined && row.quantity > fact.orderable}
          onChange={(quantity, pack) => onChange({ quantity, unit: pack?.code })}
          className="max-w-24"
        />
        <span aria-hidden="true">×</span>
        <OfferedPrice
          row={row}
          label={`Price ${perUnit(priceUnit)} of ${name}`}
          saidBy={problem === undefined ? undefined : id}
          onChange={onChange}
        />
        <span className="text-right font-semibold tabular-nums md:min-w-28">
          {money(linePrice(row.quantity, price, priceUnit))}
        </span>
        {problem !== undefined && (
          <p id={id} role="alert" className="text-error col-span-4">
            {problem}
          </p>
        )}
        <div className="col-span-4 flex flex-wrap items-center justify-between gap-2 text-sm">
          <button type="button" className="btn btn-sm min-h-11" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </button>
          <MarginNote margin={marginOf([{ quantity: row.quantity, priceUnit, price, cost }])} />
        </div>
      </div>
    </li>
  );
}

interface PriceProps extends Pick<RowProps, 'row' | 'onChange'> {
  label: string;
  /** The id of what says why it is wrong. */
  saidBy: string | undefined;
}

function OfferedPrice({ row, label, saidBy, onChange }: PriceProps) {
  const isPrice = typeof typedMoney(row.price) === 'number';
  return (
    <input
      type="text"
      name={priceField(row.toolId)}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isPrice ? undefined : true}
      aria-describedby={saidBy}
      className={`input w-24 text-right tabular-nums ${isPrice ? '' : 'input-error'}`}
      maxLength={12}
      value={row.price}
      onChange={({ target }) => onChange({ price: target.value })}
    />
  );
}

function PriceFacts({ fact, wished }: { fact: QuoteFacts[number]; wished: number | undefined }) {
  const { listPrice, firmPrice, priceUnit, cost, availableQuantity, bought } = fact;
  return (
    <p className="muted mt-1 text-sm">
      {wished !== undefined && <span>{`Target ${money(wished)}, `}</span>}
      <span>
        List {moneyPer(listPrice, priceUnit)}, theirs {money(firmPrice)},{' '}
        {cost !== null && <span>{`costs us ${money(cost)}, `}</span>}{' '}
        <span>
          {pieces(availableQuantity)} in stock,{' '}
          {bought.orders === 0
            ? 'never bought before'
            : `bought ${pieces(bought.pieces)} in ${counted(bought.orders, 'order')}, last at ${money(bought.lastPrice ?? 0)}`}
        </span>
      </span>
    </p>
  );
}

/** What is left of a price for the shop; nothing where it does not keep what tools cost. */
export function MarginNote({ margin }: { margin: Margin | null }) {
  if (!margin) return null;
  return (
    <span className={margin.amount < 0 ? 'text-error font-semibold' : 'muted'}>
      margin {money(margin.amount)}, {margin.percent} %
    </span>
  );
}
