import type { Tool } from '#contract/catalogue/tools.ts';
import { inBase, readWritten } from '#contract/catalogue/units.ts';
import { saidOf, type SharedOrder } from './shared-columns.ts';

/** M6 before M10. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** The tools in the order of an attribute, those of which nothing is said last; equals stay as they were. */
export function inOrderOf(tools: readonly Tool[], { key, descending }: SharedOrder): Tool[] {
  const turned = descending ? -1 : 1;
  return tools.toSorted((one, other) => {
    const [a, b] = [saidOf(one, key), saidOf(other, key)];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const [x, y] = [measured(a), measured(b)];
    return turned * (x !== null && y !== null ? x - y : BY_NUMBER.compare(a, b));
  });
}

function measured(text: string): number | null {
  const written = readWritten(text);
  return written && inBase(written.number, written.unit);
}
