import type { ReactNode } from 'react';

/** What came of adding. */
export interface Feedback {
  wrong: boolean;
  /** @param take puts another quantity into the box */
  note: (take: (quantity: number) => void) => ReactNode;
}
