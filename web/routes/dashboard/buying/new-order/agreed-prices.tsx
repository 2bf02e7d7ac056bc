import { type RefObject, useId } from 'react';
import { moneyProblem } from '#web/forms/typed-money.ts';
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
  /** Of the part where they are typed. */
  ref: RefObject<HTMLDetailsElement | null>;
}

/** Prices that are given on the telephone instead of those that hold, each with its reason; nothing where there are no lines. */
export function AgreedPrices({ rows, agreed, onAgreed, ref }: Props) {
  const id = useId();
  const known = rows.filter(({ toolId }) => toolId !== null);
  if (known.length === 0) return null;
  return (
    <details ref={ref} className="my-4">
      <summary className="cursor-pointer font-medium">Set agreed prices</summary>
      <ul className="mt-2 grid gap-3">
        {known.map(({ key, toolId, tool }) => {
          const now = agreed[toolId ?? ''] ?? NOT_AGREED;
          const problem = moneyProblem(now.price);
          const isNone = problem !== undefined;
          const set = (change: Partial<Agreement>) => onAgreed(toolId ?? '', { ...now, ...change });
          return (
            <li key={key} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)] sm:items-start">
              <span className="min-w-0 break-words sm:pt-6">{tool}</span>
              <span>
                <label htmlFor={`${id}-${key}-price`} className="muted block text-sm">
                  Price per piece<span className="sr-only"> of {tool}</span>
                </label>
                <input
                  id={`${id}-${key}-price`}
                  className={`input input-sm w-full text-right ${isNone ? 'input-error' : ''}`}
                  inputMode="decimal"
                  aria-invalid={isNone || undefined}
                  aria-describedby={isNone ? `${id}-${key}-none` : undefined}
                  value={now.price}
                  onChange={({ target }) => set({ price: target.value })}
                />
                {isNone && (
                  <span id={`${id}-${key}-none`} className="text-error block text-sm">
                    {problem}
                  </span>
                )}
              </span>
              <span>
                <label htmlFor={`${id}-${key}-reason`} className="muted block text-sm">
                  Reason<span className="sr-only"> for the price of {tool}</span>
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
    </details>
  );
}

/** Moves the focus to the first invalid price; @returns whether there is one. */
export function showWrongPrice(part: HTMLDetailsElement | null): boolean {
  const wrong = part?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!part || !wrong) return false;
  part.open = true;
  wrong.focus();
  return true;
}
