import type { PricedLine } from '#contract/buying/basket.ts';
import { promisesInWords } from './promise-words.ts';

/** Says of a line of which not all is in stock when the rest comes; of all others nothing. */
export function LinePromises({ line, className = '' }: { line: PricedLine | undefined; className?: string }) {
  const words = line && promisesInWords(line.promises);
  return words ? <p className={className}>{words}</p> : null;
}
