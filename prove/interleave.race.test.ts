import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { type Action, everyPoint, openStage, type Stage } from './interleaving.ts';

/** Those that most could go wrong between; `npm run prove -- interleave` plays all thirty-six, of more lengths. */
const PAIRS: [first: Action, second: Action][] = [
  ['delete', 'pay'],
  ['pay', 'delete'],
  ['webhook', 'delete'],
  ['expire', 'pay'],
  ['order', 'edit'],
  ['edit', 'order'],
];

/** An order of one line is placed by a statement of its own; all else is the same for any number. */
const PLAYED: [lineCount: number, pairs: typeof PAIRS][] = [
  [1, PAIRS.filter((pair) => pair.includes('order'))],
  [50, PAIRS],
];

/** More than forty scenes, each with an order of its own, may share the processors with everything else. */
const TIME_LIMIT_MS = 240_000;

describe.each(PLAYED)('of orders of %i lines', (lineCount, pairs) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(await freshPostgres(), lineCount);
  });
  afterAll(() => stage.close());

  it.each(pairs)(
    '%s and, at each of its points, %s end as one after the other would (attacks T35, F3)',
    async (...pair) => {
      const { points, wrong } = await everyPoint(stage, ...pair);
      expect(wrong).toEqual([]);
      expect(points).toBeGreaterThan(0);
    },
    TIME_LIMIT_MS,
  );
});
