import { randomUUID } from 'node:crypto';
import { buildShop, shopProcess } from '#server/shop-process-for-tests.ts';
import { type Answer, type Buyer, signInAdmin, signUp } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, random } from './random.ts';

const ROUNDS = 20;
const CLIENTS = 4;
const PORT = Number(process.env['PROVE_PORT'] ?? 4600) + 20;

/** The demo's database in the process: killed at random moments it starts again by itself and has every acknowledged order. */
export async function provePglite(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  await buildShop();
  const baseUrl = `http://127.0.0.1:${PORT}`;
  const shop = shopProcess(PORT, { BASE_URL: baseUrl });
  const url = () => shop.url;
  try {
    await shop.start();
    const admin = await signInAdmin(baseUrl, url);
    const made = await admin.call('POST', '/tool', {
      name: 'Proof hammer',
      description: 'For proofs',
      price: 10,
      availableQuantity: STOCK,
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
    });
    const toolId = String(made.body['_id']);
    const buyers: Buyer[] = [];
    for (let index = 0; index < CLIENTS; index++) buyers.push(await signUp(baseUrl, url, `buyer${index}`));
    const journal: { buyer: Buyer; id: string; quantity: number; gone: boolean; key: string; body: object }[] = [];
    const unexpected: string[] = [];
    const play = { over: false };
    let lost = 0;
    const persist = async (buyer: Buyer, ...call: Parameters<Buyer['call']>): Promise<Answer> => {
      for (;;) {
        const answer = await buyer.call(...call);
        if (answer.status !== 0 && answer.status !== 503) return answer;
        lost++;
        await pause(50);
      }
    };
    const clients = buyers.map(async (buyer) => {
      let open = 0;
      while (!play.over) {
        const quantity = 1 + chance.below(9);
        const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity };
        const key = randomUUID();
        const placed = await persist(buyer, 'POST', '/order', body, { 'idempotency-key': key });
        if (placed.status !== 201) {
          unexpected.push(`order: ${placed.status} ${JSON.stringify(placed.body)}`);
          continue;
        }
        const entry = { buyer, id: String(placed.body['_id']), quantity, gone: false, key, body };
        journal.push(entry);
        if (open < 15 && chance.chance(0.1)) {
          open++;
          continue;
        }
        const deleted = await persist(buyer, 'DELETE', `/order/${entry.id}`);
        if (deleted.status === 200 || deleted.status === 404) entry.gone = true;
        else unexpected.push(`delete: ${deleted.status} ${JSON.stringify(deleted.body)}`);
      }
    });
    const starts: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await pause(200 + chance.below(800));
      await shop.kill();
      const began = performance.now();
      await shop.start();
      starts.push(Math.round(performance.now() - began));
      process.stdout.write(`\rround ${round} of ${ROUNDS}`);
    }
    process.stdout.write('\n');
    play.over = true;
    await Promise.all(clients);
    const missing: string[] = [];
    for (const { buyer, id, gone } of journal) {
      const { status, body } = await buyer.call('GET', `/order/${id}`);
      const expected = gone ? 'cancelled' : 'unpaid';
      if (body['state'] !== expected) missing.push(`${id}: ${status} ${String(body['state'])}, not ${expected}`);
    }
    const { body: tool } = await admin.call('GET', `/tool/${toolId}`);
    const held = journal.filter(({ gone }) => !gone).reduce((sum, { quantity }) => sum + quantity, 0);
    return publish({
      name: 'pglite',
      title: 'PGlite: kill -9 of the demo',
      how: `One process of the built shop with the database in it, ${CLIENTS} buyers who order and delete and repeat what is not answered; ${ROUNDS} times it is killed (SIGKILL) at a random moment and started again on the same folder. Power cuts are not shown: PGlite does not call fsync. Random seed ${randomSeed}.`,
      measurements: [
        ['orders acknowledged', journal.length],
        ['answers lost, tried again', lost],
        [
          'start after a kill, median and longest',
          `${starts.toSorted((a, b) => a - b)[ROUNDS >> 1]} ms, ${Math.max(...starts)} ms`,
        ],
      ],
      promises: [
        ['it starts again by itself every time', starts.length === ROUNDS ? [] : [`${starts.length} times`]],
        ['every acknowledged order and deletion is there', missing],
        [
          'stock at the start = left + ordered',
          tool['availableQuantity'] === STOCK - held
            ? []
            : [`${String(tool['availableQuantity'])} left, ${held} ordered`],
        ],
        ['no answer but the contract’s', unexpected],
      ],
    });
  } finally {
    await shop.kill();
  }
}

const STOCK = 1_000_000;
