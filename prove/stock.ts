import { type Arena, openArena, someLines } from './arena.ts';
import { missingPieces } from './books.ts';
import type { Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';

const BUYERS = 500;
const STOCK = 100;
const ROUNDS = 20;
const PLAYERS = 12;
const SNAPSHOTS = 1_000;
const PLAY_MS = 60_000;
const SNAPSHOT_MS = 20;
/** Older than any order may be unpaid. */
const LONG_AGO = "now() - interval '30 days'";

/** F1 and F2: many buyers on little stock, and the sum of the pieces in every snapshot while orders come and go. */
export async function proveStock(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  let turn = 0;
  const arena = await openArena(BUYERS, (from) => from[turn++ % from.length]!);
  try {
    const rush = await rushes(arena);
    const play = await playOn(arena, chance);
    return publish({
      name: 'stock',
      title: 'F1 and F2: stock under many buyers',
      how: `Two processes of the built shop on one PostgreSQL. ${ROUNDS} rounds in which ${BUYERS} buyers order one piece each of a tool with ${STOCK}, all at once. Then at least ${PLAY_MS / 1000} s in which ${PLAYERS} buyers order 1 to 50 of the same tools in random quantities, delete, pay and let expire, and an admin edits the tool, while the pieces are summed in one query every ${SNAPSHOT_MS} ms. Random seed ${randomSeed}.`,
      measurements: [
        ['orders at once, in all', ROUNDS * BUYERS],
        ['orders a second in a rush, median', rush.rate],
        ['snapshots', play.snapshots],
        ['orders placed, deleted, paid, expired during the snapshots', play.moves.join(', ')],
        ['stock edits by the admin', play.edits],
        ['orders refused for 20 open ones of the same buyer', play.waits],
        ['calls answered with 503, the machine being too busy', play.busy],
      ],
      promises: [
        [`each round sold exactly ${STOCK} and refused ${BUYERS - STOCK} with 409`, rush.wrong],
        ['in every snapshot, stock at the start = left + unpaid + paid', play.wrong],
        ['no answer but the contract’s (5xx other than 503)', play.unexpected],
      ],
    });
  } finally {
    await arena.close();
  }
}

async function rushes({ admin, buyers, database }: Arena): Promise<{ rate: number; wrong: string[] }> {
  const wrong: string[] = [];
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const toolId = await addTool(admin, `Rush ${round}`, STOCK);
    const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity: 1 };
    const began = performance.now();
    const answers = await Promise.all(buyers.map((buyer) => buyer.call('POST', '/order', body)));
    rates.push(Math.round((BUYERS * 1000) / (performance.now() - began)));
    const tally = new Map<string, number>();
    for (const {
      status,
      body: { code },
    } of answers) {
      const key = typeof code === 'string' ? `${status} ${code}` : String(status);
      tally.set(key, (tally.get(key) ?? 0) + 1);
    }
    const [row] = await database.raw<{ left: number; sold: number }>(
      `select available_quantity as left, (select sum(quantity)::int from order_lines where tool_id = $1) as sold
       from tools where id = $1`,
      [toolId],
    );
    const right =
      tally.get('201') === STOCK &&
      tally.get('409 OUT_OF_STOCK') === BUYERS - STOCK &&
      row?.left === 0 &&
      row.sold === STOCK;
    if (!right) wrong.push(`round ${round}: ${JSON.stringify([...tally])} ${JSON.stringify(row)}`);
    // Nobody may have more than 20 open orders, which is not what this is about.
    await database.raw(`update orders set state = 'deleted', closed_at = now() where state = 'unpaid'`);
    process.stdout.write(`\rrush ${round} of ${ROUNDS}`);
  }
  process.stdout.write('\n');
  return { wrong, rate: rates.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0 };
}

interface Play {
  snapshots: number;
  /** Placed, deleted, paid, expired. */
  moves: number[];
  edits: number;
  busy: number;
  /** Orders refused for 20 open ones. */
  waits: number;
  wrong: string[];
  unexpected: string[];
}

async function playOn(arena: Arena, chance: Random): Promise<Play> {
  const { database } = arena;
  const play: Play = { snapshots: 0, moves: [0, 0, 0, 0], edits: 0, busy: 0, waits: 0, wrong: [], unexpected: [] };
  const until = Date.now() + PLAY_MS;
  const goesOn = () => Date.now() < until || play.snapshots < SNAPSHOTS;
  const players = arena.buyers.slice(0, PLAYERS).map(async (buyer) => {
    while (goesOn()) await oneOrder(arena, buyer, chance, play);
  });
  const edits = (async () => {
    while (goesOn()) {
      await pause(200);
      if (await renames(arena)) play.edits++;
    }
  })();
  while (goesOn()) {
    const missing = await missingPieces(database, arena.toolIds);
    play.snapshots++;
    if (missing !== 0) play.wrong.push(`${missing} pieces missing`);
    await pause(SNAPSHOT_MS);
  }
  await Promise.all([...players, edits]);
  return play;
}

/** Saves the tool whole with another description: a lost decrement would show at once. */
async function renames({ admin, toolId }: Arena): Promise<boolean> {
  const { body } = await admin.call('GET', `/tool/${toolId}`);
  const { status } = await admin.call('PUT', `/tool/${toolId}`, { ...body, description: `Saved at ${Date.now()}` });
  return status === 200;
}

async function oneOrder(
  { toolIds, provider, database }: Arena,
  buyer: Buyer,
  chance: Random,
  play: Play,
): Promise<void> {
  const note = (index: number) => (play.moves[index] = (play.moves[index] ?? 0) + 1);
  const expected = (what: string, { status, body }: Awaited<ReturnType<Buyer['call']>>, ...statuses: number[]) => {
    if (status === 503) play.busy++;
    else if (!statuses.includes(status)) play.unexpected.push(`${what}: ${status} ${JSON.stringify(body)}`);
    return status === statuses[0];
  };
  const placed = await buyer.call('POST', '/order', {
    name: 'Buyer',
    address: '1 Dock Road',
    phone: '555',
    lines: someLines({ toolIds }, chance, 10),
  });
  // Nobody may have more than 20 open orders: they wait until the sweep has come by.
  if (placed.body['code'] === 'TOO_MANY_OPEN_ORDERS') {
    play.waits++;
    await pause(200);
    return;
  }
  if (!expected('order', placed, 201)) return;
  note(0);
  const id = String(placed.body['_id']);
  const path = `/order/${id}`;
  const kind = chance.next();
  if (kind < 0.4) {
    if (expected('delete', await buyer.call('DELETE', path), 200)) note(1);
  } else if (kind < 0.8) {
    const intent = await buyer.call('POST', '/create-payment-intent', { order: id });
    if (!expected('intent', intent, 200)) return;
    const secret = String(intent.body['clientSecret']);
    // A buyer deletes while they pay: one of the two wins.
    const rival = chance.chance(0.2) ? buyer.call('DELETE', path) : undefined;
    await provider.pay(secret, 'pm_card_visa').catch(() => 'lost');
    const told = await buyer.call('PATCH', path, { transactionId: secret.split('_secret_')[0] });
    if (expected('tell', told, 200, ...(rival ? [402, 404, 409] : []))) note(2);
    if (rival && expected('rival delete', await rival, 200, 404, 409)) note(1);
  } else {
    // The sweep lets it expire when it comes by. A trigger refuses to make an order older than it is; here it is asleep.
    await database.rawTransaction(async ({ query }) => {
      await query('set local session_replication_role = replica');
      await query(`update orders set created_at = ${LONG_AGO}, hold_until = ${LONG_AGO} where id = $1`, [id]);
    });
    note(3);
  }
}

async function addTool(admin: Buyer, name: string, availableQuantity: number): Promise<string> {
  const image = '/pictures/hammer-640.webp';
  const tool = { name, description: 'For proofs', price: 10, availableQuantity, minOrderQuantity: 1, image };
  const made = await admin.call('POST', '/tool', tool);
  if (made.status !== 201) throw new Error(`There is no tool to buy: ${JSON.stringify(made.body)}`);
  return String(made.body['_id']);
}
