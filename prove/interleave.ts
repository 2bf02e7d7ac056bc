import { startPostgres } from '#server/db/postgres-for-tests.ts';
import { ACTIONS, everyPoint, openStage } from './interleaving.ts';
import { publish } from './proof.ts';

/** F3: each action stopped at each of its points while each other one happens: the two end as one after the other would. */
export async function proveInterleave(): Promise<boolean> {
  const server = await startPostgres();
  const stage = await openStage(await server.createDatabase());
  try {
    const wrong: string[] = [];
    const endings = new Set<string>();
    let [pairs, points] = [0, 0];
    for (const first of ACTIONS) {
      for (const second of ACTIONS) {
        const found = await everyPoint(stage, first, second);
        pairs++;
        points += found.points;
        wrong.push(...found.wrong);
        for (const ending of found.endings) endings.add(ending);
        process.stdout.write(`\r${`${second} within ${first}: ${found.points} points`.padEnd(50)}`);
      }
    }
    process.stdout.write('\n');
    return publish({
      name: 'interleave',
      title: 'F3: every pair of actions, interleaved at every point',
      how: `Two processes of the shop's rules on one PostgreSQL, one order and one tool. Each of ${ACTIONS.join(', ')} is stopped before each statement and each call to the provider that it makes (points in the driver of the database, in tests only), the other one happens as far as locks let it, and the first goes on. The answers, the order, the money and the stock must then be as if one had come after the other.`,
      measurements: [
        ['pairs', pairs],
        ['interleavings', points],
        ['different endings', endings.size],
      ],
      promises: [['each ends as the two in turn would, with stock and money explained', wrong]],
    });
  } finally {
    await stage.close();
    await server.stop();
  }
}
