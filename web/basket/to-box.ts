import type { MouseEvent } from 'react';

/**
 * For a button that puts a quantity into the box near it, and goes with it: who pressed it by keyboard goes on in that box. Not by
 * hand, since the keyboard of a telephone would come up.
 */
export function toBox({ currentTarget, detail }: MouseEvent): void {
  if (!detail) currentTarget.closest(':has(input)')?.querySelector('input')?.focus();
}
