import { expect, it } from 'vitest';
import { hostileCalls, longestCheck } from './hostile-texts.ts';

/** What checking one call's input may take of the processor, in ms. */
const LIMIT = 50;

it.each(hostileCalls)(
  '%s checks a long text of any kind without going back on it (attacks T72)',
  async (_name, call) => {
    const { ms, what } = await longestCheck(call, LIMIT);
    expect(ms, what).toBeLessThan(LIMIT);
  },
);
