import { type KeyboardEvent, useState } from 'react';
import type { PricedLine } from '#contract/buying/basket.ts';
import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import { typedWhole } from '#web/forms/typed-number.ts';
import { stepped } from './stepped.ts';

interface Props {
  /** Read out, such as `Pieces of Claw Hammer`. */
  label: string;
  /** Pieces. */
  value: number;
  terms: QuantityTerms;
  /** Called with each whole number that is typed or stepped to, 0 included. */
  onChange: (quantity: number) => void;
  /** Enter was pressed. */
  onEnter?: () => void;
  invalid?: boolean;
  /** Whether 0 pieces are an empty box, and an empty box 0 pieces. */
  mayBeEmpty?: boolean;
  describedBy?: string | undefined;
  className?: string;
}

/** How a line's tool is sold; until the shop has said it, by the piece. */
export function termsOf(line: PricedLine | undefined): QuantityTerms {
  return {
    quantityStep: line?.quantityStep ?? 1,
    minOrderQuantity: line?.minOrderQuantity ?? 1,
    availableQuantity: line?.availableQuantity ?? 0,
    orderable: line?.orderable ?? 0,
  };
}

/**
 * A quantity: typed first, the arrows by one step, Shift with them by ten. What was typed stands until the field is left,
 * whatever it is; only whole numbers are told.
 */
export function QuantityBox(props: Props) {
  const { label, value, terms, onChange, onEnter, invalid, mayBeEmpty = false, describedBy, className = '' } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const read = (text: string) => (mayBeEmpty && text.trim() === '' ? 0 : typedWhole(text));
  const typed = draft === null ? value : read(draft);
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
      value={draft ?? (mayBeEmpty && value === 0 ? '' : String(value))}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => {
        setDraft(target.value);
        const quantity = read(target.value);
        if (quantity !== null) onChange(quantity);
      }}
      onBlur={() => setDraft(null)}
      onKeyDown={onKeyDown}
    />
  );
}
