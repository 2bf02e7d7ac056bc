import { randomUUID } from 'node:crypto';
import { openArena } from './arena.ts';
import { missingPieces } from './books.ts';
import { withBearer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, random } from './random.ts';
import { roundRobin } from './round-robin.ts';

const RESTARTS = 10;
const REQUESTS_A_SECOND = 200;
/** Enough that none of them comes to their limit of open orders. */
const CLIENTS = 60;
/** Of all requests. */
const ORDERS = 0.1;
const DRAINED_WITHIN_MS = 10_000;
const PATHS = ['/', '/products', '/tool?limit=24', '/tool?inStock=true', '/review', '/healthz'];

/** F7: two processes behind a proxy are restarted in turn under load; nobody notices. */
export async function proveRestart(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(CLIENTS, chance.pick);
  const proxy = await roundRobin(arena.shops.map(({ url }) => Number(new URL(url).port)));
  const front = proxy.url;
  const buyers = arena.buyers.map(({ token }) => withBearer(token, () => front));
  try {
    const failed: string[] = [];
    const pending = new Set<Promise<void>>();
    const slow: number[] = [];
    let sent = 0;
    let orders = 0;
    const one = async () => {
      const began = performance.now();
      if (chance.chance(ORDERS)) {
        const buyer = chance.pick(buyers);
        const order = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId: arena.toolId, quantity: 1 };
        const key = { 'idempotency-key': randomUUID() };
        const { status, body } = await buyer.call('POST', '/order', order, key);
        // Nobody may have more than 20 open.
        if (status === 201) orders++;
        else if (status !== 429) failed.push(`POST /order: ${status} ${JSON.stringify(body)}`);
      } else {
        const path = chance.pick([...PATHS, `/products/${arena.toolId}`]);
        const answer = await fetch(front + path).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => failed.push(`GET ${path}: cut off`));
        if (answer?.status !== 200) failed.push(`GET ${path}: ${answer?.status ?? 'no answer'}`);
      }
      slow.push(performance.now() - began);
    };
    const play = { over: false };
    const load = (async () => {
      const began = performance.now();
      while (!play.over) {
        for (; sent < ((performance.now() - began) / 1000) * REQUESTS_A_SECOND; sent++) {
          const work = one();
          pending.add(work);
          void work.finally(() => pending.delete(work));
        }
        await pause(5);
      }
    })();
    const began = performance.now();
    const drains: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart++) {
      await pause(1_000);
      const shop = arena.shops[restart % arena.shops.length]!;
      const told = performance.now();
      await shop.stop();
      drains.push(Math.round(performance.now() - told));
      await shop.start();
      process.stdout.write(`\rrestart ${restart + 1} of ${RESTARTS}`);
    }
    process.stdout.write('\n');
    await pause(500);
    play.over = true;
    await load;
    await Promise.all(pending);
    const seconds = (performance.now() - began) / 1000;
    const missing = await missingPieces(arena.database, arena.toolIds);
    const times = slow.toSorted((a, b) => a - b);
    const at = (share: number) => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`;
    return publish({
      name: 'restart',
      title: 'F7: restart under load',
      how: `Two processes of the built shop behind a small round-robin proxy, ${REQUESTS_A_SECOND} requests a second (pages, lists, one in ten an order of one tool with its key); each process in turn is told to stop (SIGTERM) and started again, ${RESTARTS} times in all. The proxy gives a request that a process does not take to the other. Random seed ${randomSeed}.`,
      measurements: [
        ['requests', sent],
        ['requests a second', Math.round(sent / seconds)],
        ['orders placed', orders],
        ['requests that the proxy gave to the other process', proxy.repeated()],
        [
          'time to stop, median and longest',
          `${drains.toSorted((a, b) => a - b)[RESTARTS >> 1]} ms, ${Math.max(...drains)} ms`,
        ],
        ['time of a request, median, p95, p99', `${at(0.5)}, ${at(0.95)}, ${at(0.99)}`],
      ],
      promises: [
        ['no failed request', failed],
        ['drained within 10 s', drains.filter((ms) => ms > DRAINED_WITHIN_MS).map((ms) => `${ms} ms`)],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
      ],
    });
  } finally {
    await proxy.close();
    await arena.close();
  }
}
