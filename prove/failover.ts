import { openArena } from './arena.ts';
import { missingPieces, unexplainedCharges, unpaidPaidOrders, untilAtRest } from './books.ts';
import { type Entry, oneOrder, replay } from './crash.ts';
import { missingPrograms, onServerInTheEnd, roleLimits, startPair } from './database-pair.ts';
import { missingForPatroni, startPatroniPair } from './patroni-pair.ts';
import { publish } from './proof.ts';
import { pause, random } from './random.ts';

const CLIENTS = 20;
const PLAY_BEFORE_MS = 8_000;
const PLAY_AFTER_MS = 10_000;
const SERVED_WITHIN_MS = 30_000;
const REST_WITHIN_MS = 60_000;

/**
 * F8: the primary of a synchronous pair is killed in the middle of orders and payments; the standby is promoted. One process
 * of the shop reaches the pair through HAProxy, the other through PgBouncer in transaction mode before it; both read from
 * the standby what everybody may read.
 */
export async function proveFailover(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`This proof needs ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`);
    return false;
  }
  const chance = random(randomSeed);
  const forPatroni = missingForPatroni();
  if (forPatroni.length > 0) console.log(`Patroni is NOT tried: apt-get install ${forPatroni.join(' ')}`);
  const pair = await (forPatroni.length > 0 ? startPair() : startPatroniPair());
  for (const limit of roleLimits('postgres')) await onServerInTheEnd(pair.front.url, limit);
  const arena = await openArena(CLIENTS, chance.pick, {
    server: pair.front,
    settingsOf: (process, databaseUrl) => ({
      DATABASE_REPLICA_URLS: pair.onStandby(databaseUrl),
      ...(process === 0 ? {} : { DATABASE_URL: pair.pooled(databaseUrl), DATABASE_DIRECT_URL: databaseUrl }),
    }),
  });
  const { database, provider, shops } = arena;
  try {
    const journal: Entry[] = [];
    const tally = { lost: 0, unexpected: [] as string[] };
    const play = { over: false };
    const clients = arena.buyers.map(async (buyer) => {
      while (!play.over) await oneOrder({ buyer, chance, journal, tally, arena });
    });
    const reads = watchStock(
      shops.map(({ url }) => url),
      arena.toolId,
      play,
    );
    await pause(PLAY_BEFORE_MS);
    const killedAt = performance.now();
    const before = journal.length;
    await pair.front.kill();
    await pair.promote();
    const ledAfter = performance.now() - killedAt;
    const servedAfter = await untilServed(() => journal.length > before + CLIENTS, killedAt);
    await pause(PLAY_AFTER_MS);
    play.over = true;
    await Promise.all([...clients, reads]);
    const atRest = await untilAtRest(database, provider.database, REST_WITHIN_MS);
    const replays = await replay(journal);
    const rows = new Map(
      (
        await database.raw<{ id: string; transaction: string | null }>(
          'select id, transaction_id as transaction from orders',
        )
      ).map((row) => [row.id, row.transaction]),
    );
    const told = new Set(journal.map(({ orderId }) => orderId));
    const paid = journal.filter(({ paidBy }) => paidBy !== undefined);
    const pieces = await missingPieces(database, arena.toolIds);
    const stale = await staleStock(
      shops.map(({ url }) => url),
      database,
      arena.toolId,
    );
    return publish({
      name: 'failover',
      title: 'F8: the primary is killed',
      how: `Two PostgreSQL servers, the second a synchronous standby, behind HAProxy; one process of the built shop through HAProxy, one through PgBouncer in transaction mode before it, both with the standby as their replica for public reads. ${CLIENTS} buyers order, pay or delete and repeat each call until it is answered. The primary is stopped at once (SIGQUIT) with whatever watches over it. Who promotes the standby: ${pair.managedBy}. Random seed ${randomSeed}.`,
      measurements: [
        ['orders acknowledged, before and after', `${before}, ${journal.length - before}`],
        ['payments acknowledged', paid.length],
        ['answers lost or 503, tried again', tally.lost],
        ['from the kill until the standby leads', `${(ledAfter / 1_000).toFixed(1)} s`],
        ['from the kill until orders are made again', `${(servedAfter / 1_000).toFixed(1)} s`],
      ],
      promises: [
        ['every acknowledged order is there', [...told].filter((id) => !rows.has(id))],
        [
          'every acknowledged payment is there',
          paid.filter(({ orderId, paidBy }) => rows.get(orderId) !== paidBy).map(({ orderId }) => orderId),
        ],
        ['no order is there that nobody was told of', [...rows.keys()].filter((id) => !told.has(id))],
        [`a retry with the same key is the same order (${journal.length} tried)`, replays],
        [
          `orders are made again within ${SERVED_WITHIN_MS / 1_000} s, without a hand at the shop`,
          servedAfter <= SERVED_WITHIN_MS ? [] : [`${servedAfter} ms`],
        ],
        ['stock at the start = left + unpaid + paid', pieces === 0 ? [] : [`${pieces} pieces missing`]],
        ['every process shows the stock that there is', stale],
        [
          'each charge belongs to one order within 60 s',
          [...(atRest ? [] : ['not at rest']), ...(await unexplainedCharges(database, provider.database))],
        ],
        ['every paid order was paid in full, once', await unpaidPaidOrders(database, provider.database)],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
        ['no answer but the contract’s', tally.unexpected],
      ],
    });
  } finally {
    await arena.close();
    for (const shop of shops) await shop.kill();
  }
}

/** Keeps lists and pages in the processes' memory, so that what is stale would show. */
async function watchStock(urls: string[], toolId: string, play: { over: boolean }): Promise<void> {
  while (!play.over) {
    for (const url of urls) {
      for (const path of [`/tool/${toolId}`, `/products/${toolId}`, '/tool?limit=24', '/tool?q=proof+hammer'])
        await fetch(url + path)
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined);
    }
    await pause(50);
  }
}

async function untilServed(isServed: () => boolean, since: number): Promise<number> {
  while (!isServed() && performance.now() - since < 2 * SERVED_WITHIN_MS) await pause(20);
  return Math.round(performance.now() - since);
}

/** Processes that show another stock than the database has. */
async function staleStock(
  urls: string[],
  database: { raw: <Row>(sql: string, params?: unknown[]) => Promise<Row[]> },
  toolId: string,
): Promise<string[]> {
  const [row] = await database.raw<{ left: number }>('select available_quantity as left from tools where id = $1', [
    toolId,
  ]);
  const shown = await Promise.all(
    urls.map(async (url) => {
      const tool = (await (await fetch(`${url}/tool/${toolId}`)).json()) as { availableQuantity: number };
      return { url, shown: tool.availableQuantity };
    }),
  );
  return shown
    .filter((each) => each.shown !== row?.left)
    .map((each) => `${each.url} shows ${each.shown}, not ${row?.left}`);
}
