import { openArena } from './arena.ts';
import type { Answer, Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';
import { killProcesses } from './storm.ts';
import { brokenPromises } from '#server/catalogue/promises/promises-for-tests.ts';

const CLIENTS = 30;
const TOOLS = 12;
const KILLS = 20;
const RETRY_MS = 100;

/** No piece of stock or of a batch is promised twice and none is lost, while orders and goods come and go and processes are killed. */
export async function provePromises(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(CLIENTS, chance.pick);
  const tally = new Map<string, number>();
  const unexpected: string[] = [];
  const told = (what: string, { status, body }: Answer) => {
    const key = `${what} ${status}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    // A process that is killed gives no answer, and one that is busy or lost its database says so.
    if (![0, 200, 201, 404, 409, 422, 429, 503].includes(status)) unexpected.push(`${key} ${JSON.stringify(body)}`);
  };
  try {
    const tools = await toolsOf(arena.admin, chance);
    const batches: string[] = [];
    const play = { over: false };
    const orders = arena.buyers.map(async (buyer) => {
      while (!play.over) await orderAndMore(buyer, arena.admin, tools, chance, told);
    });
    const warehouse = [1, 2, 3].map(async () => {
      while (!play.over) await warehouseAct(arena.admin, tools, batches, chance, told);
    });
    const kills = await killProcesses(arena, chance, KILLS);
    play.over = true;
    await Promise.all([...orders, ...warehouse]);
    const [sums] = await arena.database.raw<{ orders: number; promises: number; batches: number }>(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from order_promises) as promises,
         (select count(*)::int from batches) as batches`,
    );
    return publish({
      name: 'promises',
      title: 'No piece is promised twice, and none is lost',
      how: `Two processes of the built shop on one PostgreSQL. ${CLIENTS} buyers order ${TOOLS} tools that are scarce, announced and made to order, delete some of it and let staff pay for them, while goods are announced, moved, received short and over, cancelled and counted, and processes are killed (SIGKILL). Random seed ${randomSeed}.`,
      measurements: [
        ['orders', sums?.orders ?? 0],
        ['batches', sums?.batches ?? 0],
        ['promises that stand at the end', sums?.promises ?? 0],
        ['processes killed', kills],
        [
          'answers',
          [...tally]
            .toSorted()
            .map(([what, count]) => `${what}: ${count}`)
            .join(', '),
        ],
      ],
      promises: [
        [
          'no piece is promised twice, nobody waits beside free stock, every piece is accounted for',
          await brokenPromises(arena.database.raw),
        ],
        ['no answer but the contract’s (5xx other than 503)', unexpected],
      ],
    });
  } finally {
    await arena.close();
    for (const shop of arena.shops) await shop.kill();
  }
}

async function toolsOf(admin: Buyer, chance: Random): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < TOOLS; at++) {
    const { body } = await admin.call('POST', '/tool', {
      name: `Promised ${at}`,
      description: 'For proofs',
      price: 10,
      availableQuantity: chance.below(30),
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
      backorder: { kind: at % 2 === 0 ? 'incoming' : 'always', limit: 40, days: 3 },
    });
    ids.push(String(body['_id']));
  }
  return ids;
}

/** The day of the shop, which is in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

type Told = (what: string, answer: Answer) => void;

async function orderAndMore(
  buyer: Buyer,
  admin: Buyer,
  tools: readonly string[],
  chance: Random,
  told: Told,
): Promise<void> {
  const first = chance.below(tools.length);
  const lines = Array.from({ length: 1 + chance.below(4) }, (_, more) => ({
    toolId: tools[(first + more) % tools.length]!,
    quantity: 1 + chance.below(12),
  }));
  const body = { name: 'Buyer', address: '1 Dock Road', phone: '555 123', lines, parts: chance.below(2) === 0 };
  const answer = await buyer.call('POST', '/order', body);
  told('order', answer);
  const path = `/order/${String(answer.body['_id'])}`;
  if (answer.status === 201) {
    const then = chance.pick(['delete', 'delete', 'pay', 'stay'] as const);
    if (then === 'delete') told(then, await buyer.call('DELETE', path));
    if (then === 'pay') told(then, await admin.call('POST', `${path}/payment`, { date: today(), reference: 'Proof' }));
  }
  // Orders that nobody knows of any more, whose answers were lost, are few enough to stay.
  if (answer.status !== 201) await pause(RETRY_MS);
}

async function warehouseAct(
  admin: Buyer,
  tools: readonly string[],
  batches: string[],
  chance: Random,
  told: Told,
): Promise<void> {
  const day = `2099-0${1 + chance.below(9)}-1${chance.below(10)}`;
  const quantity = 1 + chance.below(25);
  const what = chance.pick(['announce', 'announce', 'receive', 'receive', 'move', 'cancel', 'count'] as const);
  if (what === 'announce' || batches.length === 0) {
    const answer = await admin.call('POST', `/tool/${chance.pick(tools)}/incoming`, { quantity, day });
    if (answer.status === 201) batches.push(String(answer.body['_id']));
    return told('announce', answer);
  }
  if (what === 'count')
    return told(
      what,
      await admin.call('POST', `/tool/${chance.pick(tools)}/stock`, {
        change: chance.below(9) - 4 || 1,
        reason: 'Counted',
      }),
    );
  const path = `/incoming/${chance.pick(batches)}`;
  if (what === 'move') return told(what, await admin.call('PUT', path, { quantity, day }));
  return told(what, await admin.call('POST', `${path}/${what}`, what === 'receive' ? { quantity } : undefined));
}
