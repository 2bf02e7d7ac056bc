import { pieces } from '#web/shell/format.ts';

interface Props {
  quantity: number;
  className?: string;
  onTake: (quantity: number) => void;
}

/**
 * Offers a quantity for the box near it, and goes once that is taken: who pressed it by keyboard goes on in the box. Not by hand,
 * since the keyboard of a telephone would come up.
 */
export function TakeButton({ quantity, className = 'btn-xs', onTake }: Props) {
  return (
    <button
      type="button"
      className={`btn btn-outline ${className}`}
      onClick={({ currentTarget, detail }) => {
        onTake(quantity);
        if (!detail) currentTarget.closest(':has(input)')?.querySelector('input')?.focus();
      }}
    >
      Use {pieces(quantity)}
    </button>
  );
}
