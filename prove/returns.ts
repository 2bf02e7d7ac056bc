import { brokenPromises } from '#server/catalogue/promises/promises-for-tests.ts';
import { givenTwice } from '#server/money/returns/given-once-for-tests.ts';
import { type Arena, openArena } from './arena.ts';
import type { Answer, Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';
import { killProcesses } from './storm.ts';

const CLIENTS = 12;
const STAFF = 8;
const TOOLS = 12;
const KILLS = 15;
const RETRY_MS = 100;

/** No piece is given back twice, whatever races and whoever dies: returns, refunds by lines and of all, arrivals and settlements. */
export async function proveReturns(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(CLIENTS, chance.pick);
  const tally = new Map<string, number>();
  const unexpected: string[] = [];
  const told = (what: string, { status, body }: Answer) => {
    const key = `${what} ${status}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    if (![0, 200, 201, 403, 404, 409, 422, 429, 503].includes(status))
      unexpected.push(`${key} ${JSON.stringify(body)}`);
  };
  try {
    const world: World = { arena, tools: await toolsOf(arena.admin), orders: [], returns: [], chance, told };
    const play = { over: false };
    const buyers = arena.buyers.map(async (buyer) => {
      while (!play.over) await buyerAct(world, buyer);
    });
    const staff = Array.from({ length: STAFF }, async () => {
      while (!play.over) await staffAct(world);
    });
    const kills = await killProcesses(arena, chance, KILLS);
    play.over = true;
    await Promise.all([...buyers, ...staff]);
    const [sums] = await arena.database.raw<{ returns: number; settled: number; replaced: number; notes: number }>(
      `select (select count(*)::int from returns) as returns,
         (select coalesce(sum(settled), 0)::int from return_lines) as settled,
         (select count(*)::int from orders where state = 'free') as replaced,
         (select count(*)::int from invoices where series = 'credit-note') as notes`,
    );
    return publish({
      name: 'returns',
      title: 'No piece is given back twice',
      how: `Two processes of the built shop on one PostgreSQL. ${CLIENTS} buyers order, report what arrived damaged, and withdraw, while ${STAFF} of the staff agree, refuse, count, settle as money and as replacements, and refund lines and all of the same orders, and processes are killed (SIGKILL). Random seed ${randomSeed}.`,
      measurements: [
        ['returns', sums?.returns ?? 0],
        ['pieces settled', sums?.settled ?? 0],
        ['replacements', sums?.replaced ?? 0],
        ['credit notes', sums?.notes ?? 0],
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
          'no piece is in two returns, or in one and in a refund, nor settled twice; no replacement costs anything or has an invoice; every fee is kept once; every sum has its credit note',
          await givenTwice(arena.database.raw),
        ],
        ['every piece of stock is accounted for', await brokenPromises(arena.database.raw)],
        ['no answer but the contract’s (5xx other than 503)', unexpected],
      ],
    });
  } finally {
    await arena.close();
    for (const shop of arena.shops) await shop.kill();
  }
}

interface Known {
  id: string;
  toolIds: string[];
}

interface World {
  arena: Arena;
  tools: string[];
  orders: (Known & { buyer: Buyer })[];
  returns: (Known & { buyer: Buyer })[];
  chance: Random;
  told: (what: string, answer: Answer) => void;
}

async function toolsOf(admin: Buyer): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < TOOLS; at++) {
    const { body } = await admin.call('POST', '/tool', {
      name: `Returned ${at}`,
      description: 'For proofs',
      price: 10,
      availableQuantity: 5_000,
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
    });
    ids.push(String(body['_id']));
  }
  return ids;
}

/** Orders, or reports pieces of what was shipped, in two windows at once. */
async function buyerAct(world: World, buyer: Buyer): Promise<void> {
  const { arena, tools, orders, returns, chance, told } = world;
  const own = orders.filter((order) => order.buyer === buyer);
  if (own.length < 3 || chance.below(4) === 0) {
    const toolIds = [...new Set([chance.pick(tools), chance.pick(tools)])];
    const lines = toolIds.map((toolId) => ({ toolId, quantity: 4 + chance.below(6) }));
    const body = { name: 'Buyer', address: '1 Dock Road', phone: '555 123', lines };
    const placed = await buyer.call('POST', '/order', body);
    told('order', placed);
    if (placed.status !== 201) return pause(RETRY_MS);
    const id = String(placed.body['_id']);
    const transfer = { date: new Date().toISOString().slice(0, 10), reference: `T ${id}` };
    const paid = await arena.admin.call('POST', `/order/${id}/payment`, transfer);
    told('pay', paid);
    told('ship', await arena.admin.call('POST', `/order/${id}/shipment`, { carrier: 'Van' }));
    orders.push({ id, toolIds, buyer });
    return undefined;
  }
  const order = chance.pick(own);
  const report = () =>
    buyer.call('POST', '/return', {
      orderId: order.id,
      lines: order.toolIds.map((toolId) => ({
        toolId,
        quantity: 1 + chance.below(3),
        kind: chance.pick(['damaged', 'missing'] as const),
        wish: 'money',
      })),
    });
  for (const answer of await Promise.all([report(), report()])) {
    told('report', answer);
    if (answer.status === 201) returns.push({ id: String(answer.body['_id']), toolIds: order.toolIds, buyer });
    if (answer.status === 0) await pause(RETRY_MS);
  }
  const mine = returns.filter((found) => found.buyer === buyer);
  if (mine.length > 0 && chance.below(4) === 0)
    told('withdraw', await buyer.call('POST', `/return/${chance.pick(mine).id}/withdraw`));
}

/** One of the staff does something to a return or refunds an order, as others do at the same moment. */
async function staffAct({ arena, orders, returns, chance, told }: World): Promise<void> {
  const { admin } = arena;
  if (returns.length === 0) return pause(RETRY_MS);
  const { id, toolIds } = chance.pick(returns.slice(-20));
  const what = chance.pick([
    'answer',
    'answer',
    'arrival',
    'arrival',
    'settle',
    'settle',
    'settle',
    'close',
    'refund',
  ] as const);
  const path = `/return/${id}/${what}`;
  const quantity = 1 + chance.below(2);
  switch (what) {
    case 'answer': {
      const agreed = { agree: true, sendBack: chance.below(2) === 0, fee: chance.below(3) === 0 ? 5 : 0 };
      const body = chance.below(5) === 0 ? { agree: false, reason: 'Worn' } : agreed;
      return told(what, await admin.call('POST', path, body));
    }
    case 'arrival': {
      const lines = toolIds.map((toolId) => ({ toolId, quantity, restocked: quantity }));
      return told(what, await admin.call('POST', path, { lines }));
    }
    case 'settle': {
      const lines = toolIds.map((toolId) => ({ toolId, quantity, as: chance.pick(['money', 'replacement'] as const) }));
      return told(what, await admin.call('POST', path, { lines }));
    }
    case 'close':
      return chance.below(5) > 0 ? undefined : told(what, await admin.call('POST', path, { reason: 'Never came' }));
    case 'refund': {
      const order = chance.pick(orders.slice(-20));
      const lines = order.toolIds.map((toolId) => ({ toolId, quantity }));
      const body = chance.below(4) === 0 ? { all: true } : { lines };
      return told(what, await admin.call('POST', `/order/${order.id}/refund`, { reason: 'Bent', ...body }));
    }
  }
}
