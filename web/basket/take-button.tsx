import type { CountUnit } from '#contract/buying/units.ts';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  /** Pieces. */
  quantity: number;
  /** That they are counted in. */
  pack?: CountUnit | undefined;
  className?: string;
  onTake: (quantity: number) => void;
}

/**
 * Offers a quantity for the box near it, and goes once that is taken: who pressed it by keyboard goes on in the box. Not by hand,
 * since the keyboard of a telephone would come up.
 */
export function TakeButton({ quantity, pack, className = 'btn-xs', onTake }: Props) {
  return (
    <button
      type="button"
      className={`btn btn-outline ${className}`}
      onClick={({ currentTarget, detail }) => {
        onTake(quantity);
        if (!detail) currentTarget.closest(':has(input)')?.querySelector('input')?.focus();
      }}
    >
      {say('Use {quantity}', {
        quantity: pack ? `${pieces(quantity / pack.pieces)} × ${pack.name}` : pieces(quantity),
      })}
    </button>
  );
}
