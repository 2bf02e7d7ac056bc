import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { LINES, saidOf } from './lines-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

/** One line after the other, each a call or two of the search, on a machine that does other things too. */
const MOST_MS = 60_000;

describe('of 400 lines as buyers write them', () => {
  it(
    'what is taken is right, and what the shop sells is taken',
    async () => {
      expect(LINES.length).toBeGreaterThanOrEqual(400);
      const read: { written: string; right: string; is: string }[] = [];
      for (const line of LINES) read.push({ ...line, is: await saidOf(shop, line.written) });
      const isTaken = (each: string) => !['ask', 'note', 'nothing'].includes(each) && !each.endsWith('?');
      const taken = read.filter(({ is }) => isTaken(is));
      const sold = read.filter(({ right }) => isTaken(right));
      const wrong = taken.filter(({ is, right }) => is !== right);
      const missed = sold.filter(({ is, right }) => is !== right);
      const others = read.filter((each) => each.is !== each.right && !wrong.includes(each) && !missed.includes(each));
      const precision = 1 - wrong.length / taken.length;
      const recall = 1 - missed.length / sold.length;
      const shown = (some: typeof read) => some.map(({ written, right, is }) => `  ${written}: ${is}, not ${right}`);
      process.stdout.write(
        [
          `${LINES.length} lines, ${sold.length} of them sold, ${taken.length} taken`,
          `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
          ...[wrong, missed, others].flatMap((some) => shown(some)),
        ].join('\n') + '\n',
      );
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(recall).toBeGreaterThanOrEqual(0.9);
      expect(others.length).toBeLessThanOrEqual(4);
    },
    MOST_MS,
  );
});
