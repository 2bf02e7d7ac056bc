import { type KeyboardEvent, useState } from 'react';
import type { QuantityTerms } from '#contract/buying/quantities.ts';
import { stepped, typedQuantity } from './typed-quantity.ts';

interface Props {
  /** Read out, such as `Pieces of Claw Hammer`. */
  label: string;
  /** Pieces. */
  value: number;
  terms: QuantityTerms;
  /** Told each whole number that is typed or stepped to; 0 too. */
  onChange: (quantity: number) => void;
  /** Enter was pressed. */
  onEnter?: () => void;
  invalid?: boolean;
  describedBy?: string | undefined;
  className?: string;
}

/**
 * A quantity: typed first, the arrows by one step, Shift with them by ten. What was typed stands until the field is left,
 * whatever it is; only whole numbers are told.
 */
export function QuantityBox({ label, value, terms, onChange, onEnter, invalid, describedBy, className = '' }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? value : typedQuantity(draft);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && onEnter) {
      event.preventDefault();
      onEnter();
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const next = stepped(terms, typed ?? value, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
    setDraft(null);
    onChange(next);
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid || typed === null ? true : undefined}
      aria-describedby={describedBy}
      className={`input w-[7.5rem] text-right tabular-nums ${typed === null || invalid ? 'input-error' : ''} ${className}`}
      value={draft ?? String(value)}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => {
        setDraft(target.value);
        const quantity = typedQuantity(target.value);
        if (quantity !== null) onChange(quantity);
      }}
      onBlur={() => setDraft(null)}
      onKeyDown={onKeyDown}
    />
  );
}
