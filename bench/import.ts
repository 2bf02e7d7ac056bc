import { setTimeout as pause } from 'node:timers/promises';
import type { DryRun, ImportProgress } from '#contract/catalogue/imports.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { buildShop, PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { residentMb } from './memory.ts';
import { report } from './report.ts';
import { median } from './rounds.ts';

const ROWS = 100_000;
/** How long the shop is read from before the import, to know what a read takes. */
const REST_MS = 5_000;
/** Between two reads, as a visitor who looks around. */
const EVERY_MS = 25;
/** A tool so many rows after those that are written is among the next ones. */
const AHEAD = 100;

/** An import of 100,000 new tools, then of a new price for each: rows a second, memory above rest, reads beside it. */
export async function benchImport(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres({ durable: true });
  let shop: CatalogueShop | undefined;
  try {
    shop = await openCatalogueShop(server, 1_000);
    const authorization = `Bearer ${await adminOf(shop)}`;
    const reader = readAgainAndAgain(shop);
    await pause(REST_MS);
    const rest = residentMb(shop.pid());
    const calm = reader.median();
    const added = await imported(shop, authorization, sheet(9.5));
    const buyer = await wantAgainAndAgain(shop);
    const changed = await imported(shop, authorization, sheet(9.75));
    const waited = await buyer.stop();
    const beside = reader.median();
    const { mostMb } = await reader.stop();
    const how = `One process of the built shop on PostgreSQL with fsync, 1,000 tools. A CSV of ${ROWS.toLocaleString('en-US')} tools is sent, looked at and written, then sent again with another price. Beside it one visitor asks for searches that are not cached, every ${EVERY_MS} ms; the ratio is a read at rest to one beside the import. An order waits for a tool at most until the portion that it is in is written.`;
    return report('import', 'Imports', how, [
      { what: 'adding 100,000 tools, sheet to last commit', value: added, unit: 's', bar: { below: 120 } },
      { what: 'changing 100,000 prices, sheet to last commit', value: changed, unit: 's', bar: { below: 120 } },
      { what: 'an order of a tool that is changed waits at most', value: waited / 1000, unit: 's', bar: { below: 1 } },
      { what: 'rows written in a second, new ones', value: ROWS / added, unit: '/s' },
      { what: 'memory above rest at most', value: mostMb - rest, unit: 'MB', bar: { below: 150 } },
      { what: 'a read beside it, p50', value: beside, limit: calm, ratio: calm / beside, unit: 'ms' },
    ]);
  } finally {
    await shop?.stop();
    await server.stop();
  }
}

async function adminOf({ databaseUrl, url }: CatalogueShop): Promise<string> {
  const database = await openDatabase({ url: databaseUrl });
  try {
    const [admin] = await signedInPeople(database, 1, url, PROCESS_SECRET);
    if (!admin) throw new Error('nobody was signed in');
    await database.raw(`update users set role = 'admin' where id = $1`, [admin.userId]);
    return admin.token;
  } finally {
    await database.close();
  }
}

function sheet(price: number): string {
  const rows = Array.from(
    { length: ROWS },
    (_, index) =>
      `IMP-${index},Imported tool ${index} of ${index % 97} mm,${price},100,1,1,Category ${index % 50},"Forged and hardened, number ${index}.",/pictures/hook-640.webp`,
  );
  return ['sku,name,price,availableQuantity,minOrderQuantity,quantityStep,category,description,image', ...rows].join(
    '\n',
  );
}

/** @returns seconds from the first byte sent to the last row written */
async function imported({ url }: CatalogueShop, authorization: string, body: string): Promise<number> {
  const began = performance.now();
  const headers = { authorization };
  const sent = await fetch(`${url}/import/tools`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body,
  });
  if (sent.status !== 201) throw new Error(await sent.text());
  const { _id, errorCount } = (await sent.json()) as DryRun;
  if (errorCount > 0) throw new Error(`${errorCount} rows were refused`);
  await fetch(`${url}/import/${_id}/commit`, { method: 'POST', headers });
  for (;;) {
    const { state, step } = (await (await fetch(`${url}/import/${_id}`, { headers })).json()) as ImportProgress;
    if (state === 'failed') throw new Error(`the import is ${step}`);
    if (state === 'done') return (performance.now() - began) / 1000;
    await pause(100);
  }
}

/** Locks a tool of the portion that the import writes just then, as an order does, again and again. */
async function wantAgainAndAgain({ databaseUrl }: CatalogueShop) {
  const database = await openDatabase({ url: databaseUrl });
  const stopped = new AbortController();
  let longest = 0;
  // This connection gives no statement up for its time.
  const wanting = database.withLock(760_129, async (_exec, query) => {
    const ids = (await query<{ id: string }>(`select id from tools where sku like 'IMP-%' order by id`)).map(
      ({ id }) => id,
    );
    while (!stopped.signal.aborted) {
      const [running] = await query<{ done: number }>(`select done from imports where step = 'committing'`);
      const began = performance.now();
      await query('select from tools where id = $1 for no key update', [ids[(running?.done ?? 0) + AHEAD] ?? ids[0]]);
      longest = Math.max(longest, performance.now() - began);
      await pause(EVERY_MS);
    }
  });
  return {
    /** @returns the longest that it waited, in ms */
    async stop(): Promise<number> {
      stopped.abort();
      await wanting;
      await database.close();
      return longest;
    },
  };
}

/** A visitor beside the import, who also looks at how much memory the process holds. */
function readAgainAndAgain(shop: CatalogueShop) {
  let times: number[] = [];
  let mostMb = 0;
  let asked = 0;
  const stopped = new AbortController();
  const reading = (async () => {
    while (!stopped.signal.aborted) {
      const began = performance.now();
      await (await fetch(`${shop.url}/tool?limit=20&q=hammer&minPrice=${asked++ / 100}`)).text();
      times.push(performance.now() - began);
      mostMb = Math.max(mostMb, residentMb(shop.pid()));
      await pause(EVERY_MS);
    }
  })();
  return {
    /** Of the reads since it was asked last, in ms. */
    median(): number {
      const taken = times;
      times = [];
      return median(taken);
    },
    async stop() {
      stopped.abort();
      await reading;
      return { mostMb };
    },
  };
}
