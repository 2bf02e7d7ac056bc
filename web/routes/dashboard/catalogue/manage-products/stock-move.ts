import { typedWhole } from '#web/forms/typed-number.ts';
/** What happened to a stock: pieces came, went, or were counted. */
export type StockMove = 'received' | 'damaged' | 'other' | 'counted';

interface MoveFacts {
  title: string;
  /** What the number is. */
  label: string;
  /** What is written down where no reason is typed. */
  reason: string;
  hint?: string;
}

export const MOVES: Record<StockMove, MoveFacts> = {
  received: { title: 'Received', label: 'Pieces received', reason: 'Received' },
  damaged: { title: 'Damaged', label: 'Pieces damaged', reason: 'Damaged' },
  other: { title: 'Used for something else', label: 'Pieces used', reason: 'Used' },
  counted: {
    title: 'Counted',
    label: 'Pieces counted on the shelf',
    reason: 'Counted',
    hint: 'Not counting those sold but not shipped yet. The difference from the current stock is added or removed.',
  },
};

/** The difference that a typed number means; null where it is no whole number of pieces. */
export function stockChangeOf(move: StockMove, typed: string, available: number): number | null {
  const count = typedWhole(typed);
  if (count === null || count >= 1e10) return null;
  if (move === 'counted') return count - available;
  if (count === 0) return null;
  return move === 'received' ? count : -count;
}
