import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { ACTIONS, everyPoint, openStage } from './interleaving.ts';
import { publish } from './proof.ts';

/** How many lines an order has: the statement for one, a few, and as many as buyers usually have at the most. */
const LINES = [1, 7, 50];
const PAIRS = ACTIONS.flatMap((first) => ACTIONS.map((second) => [first, second] as const));

/** F3: each action stopped at each of its points while each other one happens: the two end as one after the other would. */
export async function proveInterleave(): Promise<boolean> {
  const server = await startPostgres();
  try {
    const wrong: string[] = [];
    const endings = new Set<string>();
    let points = 0;
    for (const lineCount of LINES) {
      const stage = await openStage(await server.createDatabase(), lineCount);
      for (const [first, second] of PAIRS) {
        const found = await everyPoint(stage, first, second);
        points += found.points;
        wrong.push(...found.wrong.map((what) => `of ${lineCount} lines: ${what}`));
        for (const ending of found.endings) endings.add(ending);
        process.stdout.write(`\r${`${lineCount}: ${second} within ${first}: ${found.points} points`.padEnd(60)}`);
      }
      await stage.close();
    }
    process.stdout.write('\n');
    return publish({
      name: 'interleave',
      title: 'F3: every pair of actions, interleaved at every point',
      how: `Two processes of the shop's rules on one PostgreSQL, an order of ${LINES.join(', then of ')} lines and a rival that takes the same tools in the reverse order. Each of ${ACTIONS.join(', ')} is stopped before each statement and each call to the provider that it makes (points in the driver of the database, in tests only), the other one happens as far as locks let it, and the first goes on. The answers, the order, the money and the stock must then be as if one had come after the other.`,
      measurements: [
        ['pairs', LINES.length * PAIRS.length],
        ['interleavings', points],
        ['different endings', endings.size],
      ],
      promises: [['each ends as the two in turn would, with stock and money explained', wrong]],
    });
  } finally {
    await server.stop();
  }
}
