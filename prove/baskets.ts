import { randomUUID } from 'node:crypto';
import { type Arena, openArena, someLines } from './arena.ts';
import { missingPieces } from './books.ts';
import type { Buyer } from './buyer.ts';
import { type Entry, replay } from './crash.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';
import { DOWN_MS, killProcesses, loseDatabase, type Met, persist } from './storm.ts';

const BUYERS = 200;
/** Pieces of each of the fifty tools; all buyers together want about as many at any time. */
const STOCK = 150;
const MOST_PIECES = 5;
const PEACE_MS = 20_000;
const KILLS = 15;
const LOST_DATABASES = 8;
const SNAPSHOT_MS = 50;

interface Play extends Met {
  arena: Arena;
  chance: Random;
  toolIds: string[];
  journal: (Entry & { lines: number })[];
  over: boolean;
  refused: number;
  deleted: number;
  snapshots: number;
  baskets: string[];
  twins: string[];
  pieces: string[];
}

/** Baskets of one to fifty lines that overlap, on scarce stock: in peace, while processes are killed, while the database is lost. */
export async function proveBaskets(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(BUYERS, chance.pick, { durable: true });
  const { database, shops } = arena;
  const nothing = { refused: 0, lost: 0, deleted: 0, snapshots: 0 };
  try {
    const toolIds = await scarceTools(arena);
    const play: Play = {
      arena,
      chance,
      toolIds,
      journal: [],
      over: false,
      ...nothing,
      unexpected: [],
      baskets: [],
      twins: [],
      pieces: [],
    };
    const before = await deadlocks(arena);
    const buyers = arena.buyers.map(async (buyer) => {
      while (!play.over) await oneBasket(play, buyer);
    });
    const watching = watch(play);
    await pause(PEACE_MS);
    const inPeace = play.journal.length;
    const found = (await deadlocks(arena)) - before;
    await killProcesses(arena, chance, KILLS);
    const underKills = play.journal.length;
    await loseDatabase(arena, chance, LOST_DATABASES);
    play.over = true;
    await Promise.all([...buyers, watching]);
    const afterwards = await missingPieces(database, toolIds, STOCK);
    const known = await database.raw<{ id: string; whole: boolean }>(
      `select o.id, count(l.id) = o.line_count and sum(l.quantity) = o.pieces and sum(l.quantity * l.unit_price_cents) = o.total_cents as whole
       from orders o left join order_lines l on l.order_id = o.id group by o.id`,
    );
    const told = new Set(play.journal.map(({ orderId }) => orderId));
    const there = new Set(known.map(({ id }) => id));
    return publish({
      name: 'baskets',
      title: 'Baskets of many lines on scarce stock',
      how: `Two processes of the built shop, PostgreSQL with fsync, ${BUYERS} buyers at once who fill their basket with 1 to 50 of the same 50 tools (${STOCK} pieces each), order it with a key, some twice at the same moment, and delete half of what they got. ${PEACE_MS / 1000} s in peace, then ${KILLS} times a process or both are killed (SIGKILL), then ${LOST_DATABASES} times PostgreSQL is stopped at once and stays away for ${DOWN_MS / 1000} s. All pieces are counted in one query every ${SNAPSHOT_MS} ms. Random seed ${randomSeed}.`,
      measurements: [
        [
          'orders in peace, under kills, under lost databases',
          [inPeace, underKills - inPeace, play.journal.length - underKills].join(', '),
        ],
        [
          'lines of an order, on average',
          (sum(play.journal.map(({ lines }) => lines)) / play.journal.length).toFixed(1),
        ],
        ['orders refused because something was out of stock', play.refused],
        ['orders deleted', play.deleted],
        ['answers lost or 503, tried again', play.lost],
        ['snapshots', play.snapshots],
        ['deadlocks that PostgreSQL ended in peace', found],
      ],
      promises: [
        [
          'in every snapshot, and at the end, stock at the start = left + unpaid + paid',
          [...play.pieces, ...(afterwards === 0 ? [] : [`${afterwards} pieces missing at the end`])],
        ],
        ['every order has all its lines', known.filter(({ whole }) => !whole).map(({ id }) => id)],
        ['every acknowledged order is there', [...told].filter((id) => !there.has(id))],
        ['no order is there that nobody was told of', [...there].filter((id) => !told.has(id))],
        ['one key at the same moment is one order', play.twins],
        [`one key, one order, afterwards too (${play.journal.length} tried)`, await replay(play.journal)],
        ['what was ordered has left the basket, and of an order that was refused all is still in it', play.baskets],
        ['no answer but the contract’s: no deadlock that a buyer sees', play.unexpected],
      ],
    });
  } finally {
    await arena.close();
    // A kill may have come between the start of a process and its end.
    for (const shop of shops) await shop.kill();
  }
}

async function scarceTools({ admin, toolIds }: Arena): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < toolIds.length; index++) {
    const image = '/pictures/hammer-640.webp';
    const tool = {
      name: `Scarce ${index}`,
      description: 'For proofs',
      price: 10,
      availableQuantity: STOCK,
      minOrderQuantity: 1,
      image,
    };
    const made = await admin.call('POST', '/tool', tool);
    if (made.status !== 201) throw new Error(`There is no tool to buy: ${JSON.stringify(made.body)}`);
    ids.push(String(made.body['_id']));
  }
  return ids;
}

/** A basket from its filling to its order, and perhaps to the order's deletion; each step is repeated until it is answered. */
async function oneBasket(play: Play, buyer: Buyer): Promise<void> {
  const { chance } = play;
  const lines = someLines(play, chance, MOST_PIECES);
  if (!(await persist(play, buyer, [200], 'PUT', '/my-basket', { lines }))) return;
  const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', lines, emptyBasket: true };
  const key = randomUUID();
  const order = () => persist(play, buyer, [201, 409, 422, 429], 'POST', '/order', body, { 'idempotency-key': key });
  const [placed, twin] = await Promise.all([order(), chance.chance(0.2) ? order() : null]);
  if (!placed) return;
  // One of two at the same moment may find the stock gone which the other then frees no more; both found is one order.
  const made = [placed, twin].filter((answer) => answer?.status === 201).map((answer) => String(answer!.body['_id']));
  if (new Set(made).size > 1) play.twins.push(`${key}: ${made.join(', ')}`);
  const left = await persist(play, buyer, [200], 'GET', '/my-basket');
  const inBasket = Array.isArray(left?.body['lines']) ? left.body['lines'].length : -1;
  const [orderId] = made;
  if (left && inBasket !== (orderId === undefined ? lines.length : 0))
    play.baskets.push(`${inBasket} of ${lines.length} lines in the basket, ${orderId ?? JSON.stringify(placed.body)}`);
  if (orderId === undefined) {
    const code = String(placed.body['code']);
    if (code === 'OUT_OF_STOCK') play.refused++;
    else if (code !== 'TOO_MANY_OPEN_ORDERS')
      play.unexpected.push(`order: ${placed.status} ${JSON.stringify(placed.body)}`);
    return;
  }
  play.journal.push({ buyer, key, body, orderId, lines: lines.length });
  // 404 is how a deletion looks whose first answer was lost.
  if (chance.chance(0.8) && (await persist(play, buyer, [200, 404], 'DELETE', `/order/${orderId}`))) play.deleted++;
}

/** Counts all pieces again and again; a database that is away is asked again later. */
async function watch(play: Play): Promise<void> {
  while (!play.over) {
    const missing = await missingPieces(play.arena.database, play.toolIds, STOCK).catch(() => null);
    if (missing !== null) play.snapshots++;
    if (missing) play.pieces.push(`${missing} pieces missing`);
    await pause(SNAPSHOT_MS);
  }
}

/** How many deadlocks PostgreSQL has ended in this database so far. */
async function deadlocks({ database }: Arena): Promise<number> {
  const [row] = await database.raw<{ deadlocks: number }>(
    `select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
  );
  return row?.deadlocks ?? 0;
}

function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
