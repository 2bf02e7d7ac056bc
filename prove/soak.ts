import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { type Arena, openArena } from './arena.ts';
import { missingPieces } from './books.ts';
import type { Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';

const CLIENTS = 12;
const THINK_MS = 60;
const SAMPLE_MS = 2_000;
/** Of the time: until what is kept in memory is full, nothing is flat. */
const WARM_UP = 0.3;
const FLAT_WITHIN = 0.1;
const SLOW_SOCKETS = 500;
/** Of a slow socket: longer than it takes to be given up. */
const BYTE_EVERY_MS = 10_000;
const WINDOW_MS = 15_000;
const WINDOWS = 4;
const SLOWER_WITHIN = 0.2;
const PATHS = ['/', '/products', '/reviews', '/about', '/tool?limit=24', '/review', '/category', '/healthz'];
const WORDS = ['hammer', 'spanner', '8 mm', 'screwdriver', 'saw', 'clamp', 'axe', 'pick'];

interface Sample {
  memory: number;
  descriptors: number;
}

/**
 * F10: mixed load for so long; memory and descriptors stay flat, nothing is left unhandled, and slow sockets slow
 * nobody else down.
 */
export async function proveSoak(
  minutes = 60,
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
) {
  const chance = random(randomSeed);
  const said: string[] = [];
  const arena = await openArena(CLIENTS, chance.pick, { heard: (line) => said.push(line) });
  const { database, shops } = arena;
  try {
    const tally = { calls: 0, failed: [] as string[] };
    const times: number[] = [];
    const play = { over: false };
    const clients = arena.buyers.map(async (buyer) => {
      while (!play.over) {
        const began = performance.now();
        const failure = await oneAction(arena, buyer, chance);
        times.push(performance.now() - began);
        tally.calls++;
        if (failure) tally.failed.push(failure);
        await pause(chance.below(2 * THINK_MS));
      }
    });
    const samples: Sample[][] = shops.map(() => []);
    const until = Date.now() + minutes * 60_000 - 2 * WINDOWS * WINDOW_MS;
    while (Date.now() < until) {
      shops.forEach((shop, index) => samples[index]!.push(sampleOf(shop.pid())));
      await pause(SAMPLE_MS);
      process.stdout.write(`\r${Math.ceil((until - Date.now()) / 60_000)} minutes to go `);
    }
    process.stdout.write('\n');

    const measure = async () => {
      times.length = 0;
      await pause(WINDOW_MS);
      return [...times];
    };
    const [alone, crowded]: [number[], number[]] = [[], []];
    const closed = { count: 0 };
    for (let window = 0; window < WINDOWS; window++) {
      alone.push(...(await measure()));
      const slow = crowd(
        shops.map(({ url }) => Number(new URL(url).port)),
        closed,
      );
      crowded.push(...(await measure()));
      await slow.end();
    }
    play.over = true;
    await Promise.all(clients);
    const missing = await missingPieces(database, arena.toolIds);

    const drifts = samples.map((of) => driftOf(of));
    const [calm, busy] = [p95(alone), p95(crowded)];
    const unhandled = said.filter((line) => line.includes('unhandled promise rejection'));
    return publish({
      name: 'soak',
      title: 'F10: mixed load for a long time',
      how: `${minutes} minutes (\`npm run prove -- soak ${minutes}\`; an hour where no number is given): two processes of the built shop, ${CLIENTS} buyers who look at pages, search, order, delete, pay, review and sign in. Memory (RSS) and descriptors are sampled every ${SAMPLE_MS / 1000} s; after ${WARM_UP * 100} % of the time the first third of the samples is held against the last by their medians. Then ${WINDOWS} times ${WINDOW_MS / 1000} s without and with ${SLOW_SOCKETS} sockets that send a byte every ${BYTE_EVERY_MS / 1000} s. Random seed ${randomSeed}.`,
      measurements: [
        ['calls', tally.calls],
        ...drifts.flatMap(({ memory, descriptors }, index): [string, string][] => [
          [`process ${index + 1}, memory`, `${megabytes(memory.from)} → ${megabytes(memory.to)}`],
          [`process ${index + 1}, descriptors`, `${descriptors.from} → ${descriptors.to}`],
        ]),
        [`p95 of a call without and with ${SLOW_SOCKETS} slow sockets`, `${calm.toFixed(1)} ms, ${busy.toFixed(1)} ms`],
        ['slow sockets that the shop closed', closed.count],
        ['lines in the log', said.length],
      ],
      promises: [
        [
          'memory and descriptors flat within 10 %',
          drifts.flatMap(({ memory, descriptors }, index) => [
            ...(flat(memory) ? [] : [`process ${index + 1}: memory`]),
            ...(flat(descriptors) ? [] : [`process ${index + 1}: descriptors`]),
          ]),
        ],
        ['no unhandled rejection', unhandled],
        ['nothing else in the log, at the level of errors', said.filter((line) => !unhandled.includes(line))],
        [
          `${SLOW_SOCKETS} slow sockets raise the others’ p95 by less than 20 % (attacks T99)`,
          busy < calm * (1 + SLOWER_WITHIN) ? [] : [`${((busy / calm - 1) * 100).toFixed(0)} %`],
        ],
        ['no answer but the contract’s', tally.failed],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
      ],
    });
  } finally {
    await arena.close();
  }
}

/** One thing that a buyer does. @returns what went wrong, if anything */
async function oneAction(
  { toolId, provider, shops }: Arena,
  buyer: Buyer,
  chance: Random,
): Promise<string | undefined> {
  const kind = chance.next();
  if (kind < 0.7) {
    const path = kind < 0.5 ? chance.pick(PATHS) : `/tool?q=${encodeURIComponent(chance.pick(WORDS))}`;
    const answer = await fetch(chance.pick(shops).url + path).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.ok ? undefined : `GET ${path}: ${answer?.status ?? 'no answer'}`;
  }
  if (kind < 0.72) return expected('review', await buyer.call('POST', '/review', { review: 'Good.', rating: 5 }), 201);
  if (kind < 0.75) {
    const body = { email: buyer.email, password: 'proof-password' };
    const signedIn = await buyer.call('POST', '/api/auth/sign-in/email', body, { authorization: '' });
    return expected('sign in', signedIn, 200);
  }
  const order = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity: 1 + chance.below(5) };
  const placed = await buyer.call('POST', '/order', order, { 'idempotency-key': randomUUID() });
  if (placed.status !== 201) return expected('order', placed, 201);
  const path = `/order/${String(placed.body['_id'])}`;
  if (chance.chance(0.6)) return expected('delete', await buyer.call('DELETE', path), 200);
  const intent = await buyer.call('POST', '/create-payment-intent', { order: placed.body['_id'] });
  if (intent.status !== 200) return expected('intent', intent, 200);
  const secret = String(intent.body['clientSecret']);
  await provider.pay(secret, 'pm_card_visa');
  return expected('tell', await buyer.call('PATCH', path, { transactionId: secret.split('_secret_')[0] }), 200);
}

function expected(what: string, { status, body }: Awaited<ReturnType<Buyer['call']>>, wanted: number) {
  return status === wanted ? undefined : `${what}: ${status} ${JSON.stringify(body)}`;
}

function sampleOf(pid: number): Sample {
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { memory: Number(resident) * 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

interface Change {
  from: number;
  to: number;
}

function driftOf(samples: Sample[]): { memory: Change; descriptors: Change } {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const third = Math.ceil(settled.length / 3);
  const change = (of: (sample: Sample) => number): Change => ({
    from: median(settled.slice(0, third).map(of)),
    to: median(settled.slice(-third).map(of)),
  });
  return { memory: change(({ memory }) => memory), descriptors: change(({ descriptors }) => descriptors) };
}

function flat({ from, to }: Change): boolean {
  return Math.abs(to - from) <= from * FLAT_WITHIN;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

/** Sockets that begin a request and never end it; those that are closed come again. */
function crowd(ports: number[], closed: { count: number }): { end(): Promise<void> } {
  const crowded = { over: false };
  const open = new Set<Socket>();
  const one = (index: number) => {
    if (crowded.over) return;
    const socket = connect(ports[index % ports.length]!, '127.0.0.1');
    open.add(socket);
    socket.write('GET /tool HTTP/1.1\r\nHost: shop\r\nX-Slow: ');
    const byte = setInterval(() => socket.write('x'), BYTE_EVERY_MS);
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => {
      clearInterval(byte);
      open.delete(socket);
      if (crowded.over) return;
      closed.count++;
      setTimeout(() => one(index), 100);
    });
  };
  for (let index = 0; index < SLOW_SOCKETS; index++) one(index);
  return {
    async end() {
      crowded.over = true;
      const gone = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of open) socket.destroy();
      await Promise.all(gone);
    },
  };
}
