import type { CallInput } from '#web/api/call.ts';
import { usePersonal } from '../use-personal.ts';

export type FiguresChoice = NonNullable<CallInput<'GET /figures'>['query']>;

/** The shop at a glance over the chosen time. */
export function useFigures(choice: FiguresChoice) {
  return usePersonal(['figures', choice], 'GET /figures', { query: choice }, { placeholderData: (earlier) => earlier });
}
