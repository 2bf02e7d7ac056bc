import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { numbersOfAll } from './named-numbers.ts';

it('3,000 texts full of numbers are read a little at a time, so that others come in between', async () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => ({
    reference: `2026-${String(at).padStart(6, '0')} 10001 `.repeat(40),
  }));
  const over = new AbortController();
  const others = (async () => {
    let turns = 0;
    for (; !over.signal.aborted; turns++) await turn();
    return turns;
  })();
  const numbers = await numbersOfAll(texts);
  over.abort();
  expect(numbers).toHaveLength(3_001);
  expect(await others).toBeGreaterThan(100);
});
