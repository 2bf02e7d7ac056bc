import { randomUUID } from 'node:crypto';
import { type Arena, openArena, someLines } from './arena.ts';
import { missingPieces, unexplainedCharges, unpaidPaidOrders, untilAtRest } from './books.ts';
import type { Answer, Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';
import { killProcesses } from './storm.ts';

const ROUNDS = 50;
const CLIENTS = 50;
const REST_WITHIN_MS = 60_000;
const RETRY_MS = 100;
/** A buyer who is not answered for this long has found something worse than a crash. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** What a buyer was told, and may rely on. */
export interface Entry {
  buyer: Buyer;
  key: string;
  body: Record<string, unknown>;
  orderId: string;
  paidBy?: string;
  deleted?: boolean;
}

/** F4: the servers are killed at random moments while buyers order and pay; their journals are held against the tables. */
export async function proveCrash(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(CLIENTS, chance.pick);
  const { database, provider, shops } = arena;
  try {
    const began = Date.now();
    const journal: Entry[] = [];
    const tally = { lost: 0, unexpected: [] as string[] };
    const play = { over: false };
    const clients = arena.buyers.map(async (buyer) => {
      while (!play.over) await oneOrder({ buyer, chance, journal, tally, arena });
    });
    const kills = await killProcesses(arena, chance, ROUNDS);
    play.over = true;
    await Promise.all(clients);
    const played = Date.now();
    const atRest = await untilAtRest(database, provider.database, REST_WITHIN_MS);
    const rested = Date.now();
    const replays = await replay(journal);

    const rows = new Map(
      (
        await database.raw<{ id: string; state: string; transaction: string | null; whole: boolean }>(
          `select o.id, o.state, o.transaction_id as transaction,
             count(l.id) = o.line_count and sum(l.quantity) = o.pieces
               and sum(l.quantity * l.unit_price_cents) = o.total_cents as whole
           from orders o left join order_lines l on l.order_id = o.id group by o.id`,
        )
      ).map((row) => [row.id, row]),
    );
    const told = new Set(journal.map(({ orderId }) => orderId));
    const intents = await provider.database.raw<{ order: string; count: number }>(
      `select data -> 'metadata' ->> 'order' as "order", count(*)::int as count
       from sandbox_stripe.objects where kind = 'payment_intent' group by 1 having count(*) > 1`,
    );
    const missing = await missingPieces(database, arena.toolIds);
    const paid = journal.filter(({ paidBy }) => paidBy !== undefined);
    return publish({
      name: 'crash',
      title: 'F4: kill -9 under load',
      how: `Two processes of the built shop, ${CLIENTS} buyers at once who order, pay or delete and repeat each call until it is answered, ${ROUNDS} rounds in each of which one process or both are killed (SIGKILL) at a random moment and started again. What buyers were told is held against the tables afterwards. Random seed ${randomSeed}.`,
      measurements: [
        ['processes killed', kills],
        ['orders acknowledged', journal.length],
        ['payments acknowledged', paid.length],
        ['answers lost or 503, tried again', tally.lost],
        ['time of the play, until all was at rest', `${seconds(played - began)}, ${seconds(rested - played)}`],
      ],
      promises: [
        [
          'every acknowledged order is there',
          journal.filter(({ orderId }) => !rows.has(orderId)).map(({ orderId }) => orderId),
        ],
        [
          'every acknowledged payment is there',
          paid.filter(({ orderId, paidBy }) => rows.get(orderId)?.transaction !== paidBy).map(({ orderId }) => orderId),
        ],
        [
          'every acknowledged deletion is there',
          journal
            .filter(({ orderId, deleted }) => deleted && rows.get(orderId)?.state !== 'deleted')
            .map(({ orderId }) => orderId),
        ],
        ['no order is there that nobody was told of', [...rows.keys()].filter((id) => !told.has(id))],
        ['every order has all its lines', [...rows.values()].filter(({ whole }) => !whole).map(({ id }) => id)],
        [`a retry with the same key is the same order (${journal.length} tried)`, replays],
        ['one payment intent for one order', intents.map(({ order, count }) => `${order}: ${count}`)],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
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
    // A kill may have come between the start of a process and its end.
    for (const shop of shops) await shop.kill();
  }
}

interface Life {
  buyer: Buyer;
  chance: Random;
  journal: Entry[];
  tally: { lost: number; unexpected: string[] };
  arena: Arena;
  /** When something was last taken away, in ms since 1970: patience begins anew with it. */
  troubled?: () => number;
}

/** One order from its placing to its end; each step is repeated until it is answered. */
export async function oneOrder(life: Life): Promise<void> {
  const { buyer, chance, journal, arena } = life;
  const body = {
    name: 'Buyer',
    address: '1 Dock Road',
    phone: '555',
    lines: someLines(arena, chance, 20),
  };
  const key = randomUUID();
  const placed = await persist(life, [201], 'POST', '/order', body, { 'idempotency-key': key });
  if (!placed) return;
  const orderId = String(placed.body['_id']);
  const entry: Entry = { buyer, key, body, orderId };
  journal.push(entry);

  if (chance.chance(0.2)) {
    // 404 is how a deletion looks whose first answer was lost.
    if (await persist(life, [200, 404], 'DELETE', `/order/${orderId}`)) entry.deleted = true;
    return;
  }
  const intent = await persist(life, [200], 'POST', '/create-payment-intent', { order: orderId });
  if (!intent) return;
  const secret = String(intent.body['clientSecret']);
  const status = await arena.provider.pay(secret, 'pm_card_visa').catch(() => 'lost');
  // Some close the browser now: the webhook or the sweep tells the shop.
  if (status !== 'succeeded' || chance.chance(0.25)) return;
  const transactionId = secret.split('_secret_')[0]!;
  if (await persist(life, [200], 'PATCH', `/order/${orderId}`, { transactionId })) entry.paidBy = transactionId;
}

/** Calls until there is an answer; null where it is not one of the expected. */
async function persist(life: Life, expected: number[], ...call: Parameters<Buyer['call']>): Promise<Answer | null> {
  const { buyer, tally } = life;
  const began = Date.now();
  const isLate = () => Date.now() > Math.max(began, life.troubled?.() ?? 0) + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const answer = await buyer.call(...call);
    if (expected.includes(answer.status)) return answer;
    if ((answer.status !== 0 && answer.status !== 503) || isLate()) {
      tally.unexpected.push(`${call[0]} ${call[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return null;
    }
    tally.lost++;
    await pause(RETRY_MS);
  }
}

/** Sends every order once more with its key. @returns those that became another order */
export async function replay(journal: Entry[]): Promise<string[]> {
  const different: string[] = [];
  const waiting = [...journal];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
        const { buyer, body, key, orderId } = entry;
        const answer = await buyer.call('POST', '/order', body, { 'idempotency-key': key });
        if (answer.body['_id'] !== orderId)
          different.push(`${orderId}: ${answer.status} ${String(answer.body['_id'])}`);
      }
    }),
  );
  return different;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
