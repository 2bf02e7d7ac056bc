import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { missingPieces, STOCK, unexplainedCharges, unpaidPaidOrders, untilAtRest } from './books.ts';
import { type Answer, type Buyer, signInAdmin, signUp } from './buyer.ts';
import { proveFirstStart } from './first-start.ts';
import { heldMigrations, migrationFiles } from './held-migrations.ts';
import { startProvider } from './provider-host.ts';
import { publish } from './proof.ts';
import { pause, random } from './random.ts';
import { builtRelease, knowsReleaseBefore, type Release, releaseBefore } from './release-before.ts';
import { roundRobin } from './round-robin.ts';

const FIRST_PORT = Number(process.env['PROVE_PORT'] ?? 4600);
/** Two behind the proxy, and one beside it. */
const PORTS = [FIRST_PORT, FIRST_PORT + 1, FIRST_PORT + 2] as const;
const BUYERS = 12;
const READERS = 4;
/** How long each state of the upgrade lasts under load. */
const BETWEEN_MS = 4_000;
const REST_WITHIN_MS = 60_000;
const PATHS = ['/', '/products', '/tool?limit=24', '/tool?inStock=true', '/review', '/reviews', '/about', '/healthz'];

type Version = 'before' | 'now';
type Steps = [port: number, version: Version][];
/** Which version is at which port, in the order of an upgrade that is half taken back on the way. */
const ONE_BY_ONE: Steps = [
  [0, 'now'],
  [1, 'now'],
  [1, 'before'],
  [1, 'now'],
];
/** Of a release whose processes are all stopped first, since they cannot serve beside a later version (docs/decisions/050). */
const STOPPED_FIRST: Steps = [
  [0, 'now'],
  [1, 'now'],
];
const ALONE = 'v1.0.0';

/** The first start is killed in the midst; and where something was released before this version, it is replaced by it. */
export async function proveUpgrade(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  if (!knowsReleaseBefore()) {
    console.log('This proof needs the release before this version: git fetch --unshallow --tags');
    return false;
  }
  const starts = await proveFirstStart();
  const before = releaseBefore();
  return (before === null || (await proveReplaced(before, randomSeed))) && starts;
}

/** A release is replaced by this version under orders and payments, process by process or, where it cannot serve beside it, whole. */
async function proveReplaced(before: Release, randomSeed: number): Promise<boolean> {
  const chance = random(randomSeed);
  await buildShop();
  const old = builtRelease(before);
  const server = await startPostgres();
  const [shopUrl, providerUrl] = [await server.createDatabase(), await server.createDatabase()];
  const proxy = await roundRobin(PORTS.slice(0, 2));
  const provider = await startProvider(providerUrl, FIRST_PORT + 10, `${proxy.url}/webhooks/stripe`);
  const settings = { DATABASE_URL: shopUrl, BASE_URL: proxy.url, ...provider.settings };
  const processOf = (port: number, version: Version) =>
    shopProcess(PORTS[port]!, settings, {
      readyWithinMs: 60_000,
      ...(version === 'before' ? { command: [process.execPath, join(old, 'build', 'main.js')] } : {}),
    });
  const shops: ShopProcess[] = [processOf(0, 'before'), processOf(1, 'before')];
  const database = await openDatabase({ url: shopUrl });
  try {
    for (const shop of shops) await shop.start();
    const front = () => proxy.url;
    const admin = await signInAdmin(proxy.url, front);
    const made = await admin.call('POST', '/tool', {
      name: 'Proof hammer',
      description: 'For proofs',
      price: 10,
      availableQuantity: STOCK,
      minOrderQuantity: 1,
      image: 'https://pictures.test/hammer.webp',
    });
    const toolId = String(made.body['_id']);
    const buyers: Buyer[] = [];
    for (let index = 0; index < BUYERS; index++) buyers.push(await signUp(proxy.url, front, `buyer${index}`));
    const ranBefore = (await database.raw<{ name: string }>('select name from schema_migrations')).map(
      ({ name }) => name,
    );
    const migrations = await heldMigrations(database);
    const added = migrationFiles().filter((name) => !ranBefore.includes(name));
    // The first of them is killed in its midst, once.
    const first = added.slice(0, 1);

    const play = { over: false, isPaused: false, atWork: 0 };
    let state = 'before it';
    const tally = { reads: 0, placed: 0, paid: 0, deleted: 0, failed: [] as string[] };
    const paid = new Map<string, string>();
    /** @throws where it is not answered as it should be; nothing is tried again but by the proxy */
    const expected = async (buyer: Buyer, status: number, ...[method, path, body]: [string, string, unknown?]) => {
      const answer: Answer = await buyer.call(method, path, body, { 'idempotency-key': randomUUID() });
      if (answer.status !== status)
        throw new Error(`${state}: ${method} ${path.split('/')[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const buy = async (buyer: Buyer) => {
      const wish = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity: 1 };
      const id = String((await expected(buyer, 201, 'POST', '/order', wish))['_id']);
      tally.placed++;
      if (chance.chance(0.3)) {
        await expected(buyer, 200, 'DELETE', `/order/${id}`);
        tally.deleted++;
        return;
      }
      const secret = String(
        (await expected(buyer, 200, 'POST', '/create-payment-intent', { order: id }))['clientSecret'],
      );
      await provider.pay(secret, 'pm_card_visa');
      const transactionId = secret.split('_secret_')[0]!;
      await expected(buyer, 200, 'PATCH', `/order/${id}`, { transactionId });
      paid.set(id, transactionId);
      tally.paid++;
    };
    /** Somebody's payment is told to one process alone, whatever it answers. */
    const payAt = async (url: string) => {
      const asked = { at: proxy.url };
      const buyer = await signUp(proxy.url, () => asked.at, 'late');
      const wish = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId, quantity: 1 };
      const id = String((await expected(buyer, 201, 'POST', '/order', wish))['_id']);
      const intent = await expected(buyer, 200, 'POST', '/create-payment-intent', { order: id });
      const secret = String(intent['clientSecret']);
      await provider.pay(secret, 'pm_card_visa');
      asked.at = url;
      const transactionId = secret.split('_secret_')[0]!;
      await buyer.call('PATCH', `/order/${id}`, { transactionId }).catch(() => undefined);
      paid.set(id, transactionId);
      tally.placed++;
      tally.paid++;
    };
    const repeated = async (work: () => Promise<void>) => {
      while (!play.over) {
        if (!play.isPaused) {
          play.atWork++;
          await work().catch((error: unknown) =>
            tally.failed.push(error instanceof Error ? error.message : String(error)),
          );
          play.atWork--;
        }
        await pause(20);
      }
    };
    const load = [
      ...buyers.map((buyer) => repeated(() => buy(buyer))),
      ...Array.from({ length: READERS }, () =>
        repeated(async () => {
          const path = chance.pick(PATHS);
          const answer = await fetch(proxy.url + path);
          await answer.arrayBuffer();
          tally.reads++;
          if (answer.status !== 200) throw new Error(`${state}: GET ${path}: ${answer.status}`);
        }),
      ),
    ];
    const began = performance.now();
    await pause(BETWEEN_MS);
    const isAlone = before.tag === ALONE;
    if (isAlone) {
      // The owner closes the shop for the moment, and stops both.
      play.isPaused = true;
      const deadline = Date.now() + REST_WITHIN_MS;
      while (play.atWork > 0 && Date.now() < deadline) await pause(20);
      for (const shop of shops) await shop.stop();
    }
    for (const [port, version] of isAlone ? STOPPED_FIRST : ONE_BY_ONE) {
      state = `while port ${port} became ${version === 'now' ? 'this version' : before.tag}`;
      await shops[port]!.stop();
      const next = processOf(port, version);
      shops[port] = next;
      const held = first.pop();
      if (held !== undefined) {
        await migrations.hold(held);
        const starting = next.start().catch(() => undefined);
        await migrations.untilHeld();
        await next.kill();
        await starting;
        await migrations.letGo(false);
      }
      await next.start();
      play.isPaused = false;
      process.stdout.write(`${state}\n`);
      state = `after ${state.slice('while '.length)}`;
      await pause(BETWEEN_MS);
    }
    if (isAlone) {
      // Somebody forgot one, or took the deploy back: it hears of payments, and can enter none.
      state = `beside a forgotten process of ${before.tag}`;
      shops.push(processOf(2, 'before'));
      await shops[2]!.start();
      await payAt(shops[2]!.url);
      await pause(BETWEEN_MS);
    }
    play.over = true;
    await Promise.all(load);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const atRest = await untilAtRest(database, provider.database, REST_WITHIN_MS);
    const rows = await database.raw<{ id: string; intent: string }>(
      `select id, transaction_id as intent from orders where state = 'paid'`,
    );
    const kept = new Map(rows.map(({ id, intent }) => [id, intent]));
    const uninvoiced = await database.raw<{ id: string }>(
      `select o.id from orders o where o.state in ('paid', 'open')
         and (select count(*) from invoices where order_id = o.id and series = 'invoice') <> 1`,
    );
    const missing = await missingPieces(database, [toolId]);
    const [versionNow] = await database.raw<{ count: number }>('select count(*)::int as count from schema_migrations');
    return publish({
      name: 'upgrade',
      title: isAlone ? 'Upgrade under load, stopped for the moment' : 'Upgrade under load, and half taken back',
      how: `Two processes of ${before.tag} (commit ${before.commit}, built with its own packages) behind a small round-robin proxy; ${BUYERS} people order, pay and delete, ${READERS} read. ${isAlone ? `Both are stopped (SIGTERM), and this version starts, is killed (SIGKILL) in the midst of its first migration, and started again, with a second process beside it; then a process of ${before.tag} starts on today's schema, beside the proxy, and is told of a payment.` : `One process after the other is stopped (SIGTERM) and replaced by this version, the first of which is killed (SIGKILL) in the midst of its first migration, and started again; then one is taken back to ${before.tag}, on today's schema, and replaced again.`} The proxy gives a request that a process does not take to the other; nobody else tries again. Random seed ${randomSeed}.`,
      measurements: [
        ['seconds under load', seconds],
        ['reads', tally.reads],
        ['orders placed, paid, deleted', `${tally.placed}, ${tally.paid}, ${tally.deleted}`],
        ['killed in the midst of', added[0] ?? 'no migration: none is new'],
        ['migrations before, after', `${ranBefore.length}, ${versionNow?.count}`],
        ['requests that the proxy gave to the other process', proxy.repeated()],
      ],
      promises: [
        ['no failed request', tally.failed],
        [
          'every acknowledged payment is there',
          [...paid].filter(([id, intent]) => kept.get(id) !== intent).map(([id]) => id),
        ],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
        [
          'each charge belongs to one order within 60 s',
          [...(atRest ? [] : ['not at rest']), ...(await unexplainedCharges(database, provider.database))],
        ],
        ['every paid order has one invoice', uninvoiced.map(({ id }) => id)],
        ['every paid order was paid in full, once', await unpaidPaidOrders(database, provider.database)],
      ],
    });
  } finally {
    for (const shop of shops) await shop.stop();
    await proxy.close();
    await provider.stop();
    await database.close();
    await server.stop();
  }
}
