import { randomUUID } from 'node:crypto';
import { openArena } from './arena.ts';
import { missingPieces } from './books.ts';
import type { Answer, Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, random } from './random.ts';

const ROUNDS = 20;
const CLIENTS = 20;
const DOWN_MS = 500;
const READY_WITHIN_MS = 5_000;

/** F5: PostgreSQL ends at once, as in a crash, while buyers order; nothing acknowledged is lost and nobody is signed out. */
export async function proveDatabase(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(CLIENTS, chance.pick, { durable: true });
  const { database, server, shops, toolId } = arena;
  try {
    const journal = new Map<string, 'there' | 'deleted'>();
    const tally = { refused: 0, unexpected: [] as string[] };
    const play = { over: false };
    const persist = async (buyer: Buyer, ...call: Parameters<Buyer['call']>): Promise<Answer> => {
      for (;;) {
        const answer = await buyer.call(...call);
        if (answer.status !== 503) return answer;
        tally.refused++;
        await pause(100);
      }
    };
    const clients = arena.buyers.map(async (buyer) => {
      while (!play.over) {
        const order = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity: 1 + chance.below(9) };
        const placed = await persist(buyer, 'POST', '/order', order, { 'idempotency-key': randomUUID() });
        const id = String(placed.body['_id']);
        if (placed.status !== 201) {
          tally.unexpected.push(`order: ${placed.status} ${JSON.stringify(placed.body)}`);
          continue;
        }
        journal.set(id, 'there');
        // A few stay; nobody may have more than 20 open.
        if (chance.chance(0.02)) continue;
        const deleted = await persist(buyer, 'DELETE', `/order/${id}`);
        // 404 is how a deletion looks whose first answer was lost.
        if (deleted.status === 200 || deleted.status === 404) journal.set(id, 'deleted');
        else tally.unexpected.push(`delete: ${deleted.status} ${JSON.stringify(deleted.body)}`);
      }
    });
    const waits: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await pause(300 + chance.below(1_000));
      await server.kill();
      await pause(DOWN_MS);
      await server.restart();
      const began = performance.now();
      await Promise.all(shops.map(({ url }) => untilReady(url)));
      waits.push(Math.round(performance.now() - began));
      process.stdout.write(`\rround ${round} of ${ROUNDS}`);
    }
    process.stdout.write('\n');
    play.over = true;
    await Promise.all(clients);
    await untilAnswers(() => database.raw('select 1'));
    const rows = new Map(
      (await database.raw<{ id: string; state: string }>('select id, state from orders')).map(({ id, state }) => [
        id,
        state,
      ]),
    );
    const missing = await missingPieces(database, arena.toolIds);
    const slowest = Math.max(...waits);
    return publish({
      name: 'database',
      title: 'F5: PostgreSQL ends at once',
      how: `Two processes of the built shop, ${CLIENTS} buyers who order and delete and repeat what is answered with 503; ${ROUNDS} times PostgreSQL (with fsync) is stopped at once (SIGQUIT: nothing is flushed), stays away for ${DOWN_MS / 1000} s and starts again. Random seed ${randomSeed}.`,
      measurements: [
        ['orders acknowledged', journal.size],
        ['calls answered with 503 and repeated', tally.refused],
        [
          'ready after the database, median and slowest',
          `${waits.toSorted((a, b) => a - b)[ROUNDS >> 1]} ms, ${slowest} ms`,
        ],
      ],
      promises: [
        ['every acknowledged order is there', [...journal.keys()].filter((id) => !rows.has(id))],
        [
          'every acknowledged deletion is there',
          [...journal].filter(([id, state]) => state === 'deleted' && rows.get(id) !== 'deleted').map(([id]) => id),
        ],
        ['no order is there that nobody was told of', [...rows.keys()].filter((id) => !journal.has(id))],
        ['only 503 meanwhile: nobody is signed out, no connection is cut', tally.unexpected],
        [
          `ready within ${READY_WITHIN_MS / 1000} s of the database`,
          slowest <= READY_WITHIN_MS ? [] : [`${slowest} ms`],
        ],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
      ],
    });
  } finally {
    await arena.close();
  }
}

async function untilReady(url: string): Promise<void> {
  await untilAnswers(async () => {
    const { ok } = await fetch(`${url}/readyz`);
    if (!ok) throw new Error('not ready');
  });
}

async function untilAnswers(ask: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(25);
    }
  }
}
