import { setImmediate as letOthersRun } from 'node:timers/promises';
import { numbersIn } from '#contract/money/named-numbers.ts';

/** After so many texts others have the processor for a moment. */
const AT_A_STRETCH = 20;

/** All numbers that texts name, each once; thousands of them full of numbers keep nobody waiting. */
export async function numbersOfAll(texts: { reference: string }[]): Promise<string[]> {
  const numbers = new Set<string>();
  for (const [at, { reference }] of texts.entries()) {
    for (const number of numbersIn(reference)) numbers.add(number);
    if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
  }
  return [...numbers];
}
