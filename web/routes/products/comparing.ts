import { createListeners } from '#web/api/listeners.ts';

/** So many tools stand side by side. */
export const MOST_COMPARED = 4;

const listeners = createListeners();
let chosen: readonly string[] = [];

/** The ids of the tools that were chosen to be compared in this tab, in the order in which they were. */
export const comparing = {
  subscribe: listeners.subscribe,
  now: (): readonly string[] => chosen,
  /** Chooses a tool, or no longer. One more than can be compared is not taken. */
  turn(id: string): void {
    if (chosen.includes(id)) chosen = chosen.filter((each) => each !== id);
    else if (chosen.length < MOST_COMPARED) chosen = [...chosen, id];
    listeners.tell();
  },
  clear(): void {
    chosen = [];
    listeners.tell();
  },
};

/** The address under which tools stand side by side. */
export function comparisonOf(ids: readonly string[]): string {
  return `/compare?tools=${ids.join()}`;
}

/** The ids that such an address names, which may be old or typed by hand. */
export function readComparison(search: URLSearchParams): string[] {
  const ids = (search.get('tools') ?? '').slice(0, 1_000).split(',');
  return [...new Set(ids.filter((id) => /^[\w-]{1,64}$/.test(id)))].slice(0, MOST_COMPARED);
}
