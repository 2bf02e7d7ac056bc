import type { Route } from '#contract/route.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, routeTable } from '#server/shop-for-tests.ts';
import { type FuzzTarget, fuzzRoute, requestOf } from './fuzz-run.ts';
import { publish } from './proof.ts';

const CALLS = 10_000;
/** After so many calls of a route the people are new: one of them may have been removed. */
const ROUND = 100;

/** Every route of the contract with valid, nearly valid and hostile calls: never a 5xx, always the error shape, never a leak. */
export async function proveFuzz(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const shop = await openTestShop(await openDatabase({ memory: true }));
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let people = 0;
  const target = async (): Promise<FuzzTarget> => {
    const [customer, admin] = [await shop.person(`Buyer${++people}`), await shop.person(`Admin${people}`, 'admin')];
    const tool = await shop.tool({ name: `Hammer ${people}`, availableQuantity: 1_000_000 });
    const order = await shop.order(customer.token, tool);
    return {
      ids: [tool._id, order._id, customer.userId],
      tokens: [customer.token, admin.token],
      async send(call) {
        const request = requestOf('http://shop.test', call);
        return request && shop.app.fetch(request);
      },
    };
  };
  const rounds = Math.ceil(CALLS / ROUND / routeTable.length);
  try {
    for (const [name, route] of routeTable as [string, Route][]) {
      for (let round = 0; round < rounds; round++) {
        const outcome = await fuzzRoute(route, await target(), ROUND, randomSeed + round);
        for (const [status, count] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
        if (outcome.fault !== null) faults.push(`${name}: ${outcome.fault}`);
      }
      process.stdout.write(`\r${name.padEnd(30)}`);
    }
    process.stdout.write('\n');
  } finally {
    await shop.close();
  }
  const sorted = [...statuses].toSorted(([a], [b]) => a - b);
  return publish({
    name: 'fuzz',
    title: 'Fuzzing of every route',
    how: `The ${routeTable.length} routes of the contract, each asked with valid, nearly valid and hostile paths, queries, headers and bodies made by fast-check, as a customer, an admin and nobody; on PGlite. Random seed ${randomSeed}.`,
    measurements: [
      ['calls', sorted.reduce((sum, [, count]) => sum + count, 0)],
      ['answers', sorted.map(([status, count]) => `${count} × ${status}`).join(', ')],
    ],
    promises: [['no 5xx, always the error shape with a known code, an answer of its own schema, no leak', faults]],
  });
}
