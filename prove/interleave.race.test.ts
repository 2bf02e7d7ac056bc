import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgres } from '#server/db/database-for-tests.ts';
import { type Action, everyPoint, openStage, type Stage } from './interleaving.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(await freshPostgres());
});
afterAll(() => stage.close());

/** Those that most could go wrong between; `npm run prove -- interleave` plays all thirty-six. */
const PAIRS: [first: Action, second: Action][] = [
  ['delete', 'pay'],
  ['pay', 'delete'],
  ['webhook', 'delete'],
  ['expire', 'pay'],
  ['order', 'edit'],
  ['edit', 'order'],
];

it.each(PAIRS)(
  '%s and, at each of its points, %s end as one after the other would (attacks T35, F3)',
  async (...pair) => {
    const { points, wrong } = await everyPoint(stage, ...pair);
    expect(wrong).toEqual([]);
    expect(points).toBeGreaterThan(0);
  },
);
