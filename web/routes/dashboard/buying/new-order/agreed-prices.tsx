import { useId } from 'react';
import type { PadRow } from '#web/routes/order-pad/pad-rows.ts';

/** What was agreed on the telephone for a line, as it was typed. */
export interface Agreement {
  price: string;
  reason: string;
}

const NOT_AGREED: Agreement = { price: '', reason: '' };

interface Props {
  rows: readonly PadRow[];
  /** By tool. */
  agreed: Readonly<Record<string, Agreement>>;
  onAgreed: (toolId: string, agreement: Agreement) => void;
}

/** Prices that are given on the telephone instead of those that hold, each with its reason; nothing where there are no lines. */
export function AgreedPrices({ rows, agreed, onAgreed }: Props) {
  const id = useId();
  const known = rows.filter(({ toolId }) => toolId !== null);
  if (known.length === 0) return null;
  return (
    <details className="my-4">
      <summary className="cursor-pointer font-medium">Agree other prices</summary>
      <ul className="mt-2 grid gap-3">
        {known.map(({ key, toolId, tool }) => {
          const now = agreed[toolId ?? ''] ?? NOT_AGREED;
          const set = (change: Partial<Agreement>) => onAgreed(toolId ?? '', { ...now, ...change });
          return (
            <li key={key} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)] sm:items-end">
              <span className="min-w-0 break-words">{tool}</span>
              <span>
                <label htmlFor={`${id}-${key}-price`} className="muted block text-sm">
                  Price of a piece<span className="sr-only"> of {tool}</span>
                </label>
                <input
                  id={`${id}-${key}-price`}
                  className="input input-sm w-full text-right"
                  inputMode="decimal"
                  value={now.price}
                  onChange={({ target }) => set({ price: target.value })}
                />
              </span>
              <span>
                <label htmlFor={`${id}-${key}-reason`} className="muted block text-sm">
                  Why<span className="sr-only"> {tool} costs that</span>
                </label>
                <input
                  id={`${id}-${key}-reason`}
                  className="input input-sm w-full"
                  maxLength={200}
                  value={now.reason}
                  onChange={({ target }) => set({ reason: target.value })}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <p className="muted mt-2 text-sm">The totals beside show the prices that hold; the order has the agreed ones.</p>
    </details>
  );
}
