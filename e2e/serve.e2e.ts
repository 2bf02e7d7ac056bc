import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { DEMO_PASSWORD } from '#server/shop/seed/seed.ts';
import { release } from './release.ts';
import { freePort, openShop, type RunningShop } from './shop.ts';

/** Two processes of one shop, as it is shipped, in the order in which they are worn out. */
const PROCESSES = 2;

let server: TestServer;
let shop: RunningShop;
let metricsPort: number;
let shipped: Awaited<ReturnType<typeof release>>;
/** What the supervisor has said, oldest first. */
const said: { msg: string; process?: number }[] = [];
let heard: () => void = () => {};

beforeAll(async () => {
  server = await startPostgres();
  shipped = await release();
  metricsPort = await freePort();
  shop = await openShop(
    {
      DATABASE_URL: await server.createDatabase(),
      PROCESSES: String(PROCESSES),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'info',
    },
    join(shipped.folder, 'scripts/serve.mjs'),
  );
  createInterface({ input: shop.process.stdout! }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    said.push(JSON.parse(line));
    heard();
  });
});
afterAll(async () => {
  await shop.stop();
  await server.stop();
  shipped.remove();
});

/** Waits for its words; what it had said before `since` does not count. */
async function untilSaid(words: string, since: number): Promise<{ process?: number }> {
  for (;;) {
    const found = said.slice(since).find(({ msg }) => msg.includes(words));
    if (found) return found;
    await new Promise<void>((resolve) => (heard = resolve));
  }
}

/** One request on a connection of its own. @returns the status, or what went wrong */
function ask(path: string): Promise<number | string> {
  return new Promise((resolve) => {
    get(`${shop.url}${path}`, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', (error) => resolve(error.message));
  });
}

/** Asks without a pause, four at a time, while the work lasts. @returns how often, and each answer that was not 200 */
async function underLoad(work: () => Promise<unknown>): Promise<{ asked: number; failed: (number | string)[] }> {
  const load = { over: false, asked: 0, failed: [] as (number | string)[] };
  const asking = Array.from({ length: 4 }, async () => {
    for (let turn = 0; !load.over; turn++) {
      const answer = await ask(['/', '/products', '/tool?limit=3', '/readyz'][turn % 4]!);
      load.asked++;
      if (answer !== 200) load.failed.push(answer);
    }
  });
  await work();
  load.over = true;
  await Promise.all(asking);
  return load;
}

it('several processes serve one port without the development packages, and a request finds each of them up to date', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('/readyz')));
  expect(answers).toEqual(Array(12).fill(200));
});

it('gives a sheet as XLSX and takes it back, as it is shipped', async () => {
  const headers = { authorization: `Bearer ${await adminToken()}` };
  const sheet = await fetch(`${shop.url}/export/tools?format=xlsx`, { headers });
  expect(sheet.status).toBe(200);
  const body = new Uint8Array(await sheet.arrayBuffer());
  const taken = await fetch(`${shop.url}/import/tools`, {
    method: 'POST',
    headers: { ...headers, 'content-type': sheet.headers.get('content-type')! },
    body,
  });
  expect(await taken.json()).toMatchObject({ created: 0, changed: 0, errors: [] });
  expect(taken.status).toBe(201);
});

it('a process that is killed is replaced while the others serve', async () => {
  const since = said.length;
  const { failed } = await underLoad(async () => {
    process.kill(await anyProcess(), 'SIGKILL');
    await untilSaid('another takes its place', since);
    await untilSaid('a process is ready', since);
  });
  // Only what the killed one had in its hands.
  expect(failed.filter((answer) => typeof answer === 'number')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(4);
});

it('on SIGHUP all processes are replaced under load, and no request fails', async () => {
  const since = said.length;
  const { asked, failed } = await underLoad(async () => {
    shop.process.kill('SIGHUP');
    await untilSaid('all processes were replaced', since);
  });
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(PROCESSES);
  expect(said.slice(since).filter(({ msg }) => msg === 'a process is ready')).toHaveLength(PROCESSES);
}, 60_000);

it('a build that does not start leaves the old processes serving; the next one takes their place', async () => {
  const main = join(shipped.folder, 'build/main.js');
  const stamp = join(shipped.folder, 'build/made-from');
  const good = readFileSync(main);
  let since = said.length;
  const broken = await underLoad(async () => {
    writeFileSync(main, 'process.exit(3);\n');
    writeFileSync(stamp, 'broken');
    await untilSaid('the old one keeps serving', since);
  });
  expect(broken.failed).toEqual([]);
  since = said.length;
  const mended = await underLoad(async () => {
    writeFileSync(main, good);
    rmSync(stamp);
    writeFileSync(stamp, 'mended');
    await untilSaid('all processes were replaced', since);
  });
  expect(mended.failed).toEqual([]);
}, 60_000);

it('one port tells what all of them count together, and the port of the customers tells nothing', async () => {
  const told = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(told).toContain(`tradebench_processes{state="serving"} ${PROCESSES}\n`);
  const before = Number(/^tradebench_call_seconds_count\{route="healthz".*\} (\d+)$/m.exec(told)?.[1] ?? 0);
  await Promise.all(Array.from({ length: 6 }, () => ask('/healthz')));
  const after = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(after).toMatch(new RegExp(`^tradebench_call_seconds_count\\{route="healthz".*\\} ${before + 6}$`, 'm'));
  expect(await ask('/metrics')).toBe(404);
});

it('told to stop, all of them finish and it ends with 0', async () => {
  const ended = once(shop.process, 'exit');
  shop.process.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(await ask('/healthz')).toMatch(/ECONNREFUSED/);
});

/** Of those that the supervisor named and that live. */
async function anyProcess(): Promise<number> {
  const children = readFileSync(`/proc/${shop.process.pid}/task/${shop.process.pid}/children`, 'utf8').trim();
  return Number(children.split(' ')[0]);
}

/** An access token of the demo's admin. */
async function adminToken(): Promise<string> {
  const email = 'ada@tradebench.test';
  const headers = { origin: shop.url, 'content-type': 'application/json' };
  const signedIn = await fetch(`${shop.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const exchanged = await fetch(`${shop.url}/user/${email}`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  });
  const { token } = (await exchanged.json()) as { token: string };
  return token;
}
