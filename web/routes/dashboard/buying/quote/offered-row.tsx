import type { QuoteFacts } from '#contract/buying/quotes.ts';
import { QuantityBox } from '#web/basket/quantity-box.tsx';
import { type Margin, marginOf } from '#web/quotes/margin.ts';
import { typedMoney } from '#web/quotes/typed-money.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';

/** What is offered of a tool. */
export interface Row {
  toolId: string;
  quantity: number;
  /** What was typed as the price of a piece. */
  price: string;
}

interface RowProps {
  row: Row;
  fact: QuoteFacts[number] | undefined;
  onChange: (part: Partial<Row>) => void;
  onRemove: () => void;
}

/** What is known of a tool, and how many of it are offered at which price. */
export function OfferedRow({ row, fact, onChange, onRemove }: RowProps) {
  const name = fact?.tool ?? 'A tool';
  const terms = {
    minOrderQuantity: 1,
    quantityStep: fact?.quantityStep ?? 1,
    availableQuantity: fact?.availableQuantity ?? 0,
  };
  const price = typedMoney(row.price) ?? 0;
  return (
    <li className="border-base-300 grid gap-2 border-b pb-4">
      <p className="font-medium break-words">
        {name}
        <Sku sku={fact?.sku} />
      </p>
      {fact && (
        <p className="muted text-sm">
          List {money(fact.listPrice)}, theirs {money(fact.firmPrice)},{' '}
          {fact.cost !== null && `costs us ${money(fact.cost)}, `}
          {pieces(fact.availableQuantity)} in stock,{' '}
          {fact.bought.orders === 0
            ? 'never bought before'
            : `bought ${pieces(fact.bought.pieces)} in ${counted(fact.bought.orders, 'order')}, last at ${money(fact.bought.lastPrice ?? 0)}`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <QuantityBox
          label={`Pieces of ${name}`}
          value={row.quantity}
          terms={terms}
          invalid={fact !== undefined && row.quantity > fact.availableQuantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <span aria-hidden="true">×</span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`Price of a piece of ${name}`}
          aria-invalid={typeof typedMoney(row.price) === 'number' ? undefined : true}
          className="input w-28 text-right tabular-nums"
          maxLength={12}
          value={row.price}
          onChange={({ target }) => onChange({ price: target.value })}
        />
        <MarginNote margin={marginOf([{ quantity: row.quantity, price, cost: fact?.cost ?? null }])} />
        <button type="button" className="btn btn-sm" aria-label={`Leave out ${name}`} onClick={onRemove}>
          Leave out
        </button>
      </div>
    </li>
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
