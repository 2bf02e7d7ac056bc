import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { freePort, openShop, openShopOnPostgres, type RunningShop, unpackPreparedPglite } from './shop.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tradebench-start-'));
const data = join(folder, 'data');
let shop: RunningShop;

beforeAll(async () => {
  shop = await openShop({ DATA_DIR: data });
});
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the shop, which should refuse: what it says and how it ends. */
async function refusal(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'other'), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, lines: said.trim().split('\n') };
}

/** A request whose target goes over the wire as it is spelled here. */
function ask(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = new URL(shop.url);
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const asked = request({ port, path: target, method, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('a start that cannot be', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['its port is taken', () => ({ PORT: new URL(shop.url).port }), /^Port \d+ is taken\. .*PORT=\d+ npm start/],
    ['its folder is in use', () => ({ DATA_DIR: data }), /in use|already/i],
    ['its folder cannot be written', () => ({ DATA_DIR: join(file, 'data') }), /DATA_DIR/],
    ['its database is no database', () => ({ DATABASE_URL: 'mysql://here' }), /DATABASE_URL/],
    ['its database does not answer', () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }), /DATABASE_URL/],
    ['its port is none', () => ({ PORT: 'many' }), /PORT/],
    ['a stand-in would play for real money', () => ({ NODE_ENV: 'production' }), /DATABASE_URL|STRIPE_SECRET_KEY/],
  ])('says what to do where %s, without a stack, and ends with 1', async (_, environment, expected) => {
    const { code, lines } = await refusal(environment());
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(expected);
    expect(lines.filter((line) => /^\s+at |Error:/.test(line))).toEqual([]);
  });
});

it.each(['/%2e%2e/', '/assets/../package.json', '/assets/..\\..\\package.json', '/tool/%2e%2e', '/./'])(
  'GET %s is no page under another name (attacks T81)',
  async (target) => {
    expect((await ask(target)).status).toBe(404);
  },
);

it.each([
  '/',
  '/tool',
  '/demo/mailbox',
  '/demo/mailbox.json',
  '/sandbox/google/authorize',
  '/sandbox/stripe',
  '/healthz',
])('GET %s is not for a page whose name was turned to this machine (attacks T78)', async (target) => {
  // Asked once under its own name, so that a cached response would be there to be given away.
  await ask(target);
  const { status, body } = await ask(target, { host: 'rebound.evil.test' });
  expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({ status: 421, code: 'MISDIRECTED_REQUEST' });
  expect(body).toContain('BASE_URL');
});

it('nobody signs in, pays or orders under a foreign name (attacks T78)', async () => {
  const host = `rebound.evil.test:${new URL(shop.url).port}`;
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
  for (const target of ['/api/auth/sign-in/email', '/order', '/v1/payment_intents', '/sandbox/stripe/faults']) {
    expect((await ask(target, headers, 'POST')).status).toBe(421);
  }
});

it.each(['localhost', '127.0.0.1', '[::1]', 'localhost:80'])(
  'a page that was opened as %s is answered',
  async (host) => {
    expect((await ask('/healthz', { host })).status).toBe(200);
  },
);

it('what is no request gets words in the shape of every error', async () => {
  const { status, body } = await ask('*');
  expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
});

it('npm start ends with npm, and leaves its port', async () => {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: join(folder, 'npm'),
      DATABASE_URL: await freshPostgres(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of npm.stdout) if (String(chunk).includes('is ready')) break;
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  npm.kill('SIGTERM');
  const gone = () =>
    fetch(`http://localhost:${port}/healthz`).then(
      () => 'answers',
      () => 'gone',
    );
  await expect.poll(gone, { timeout: 20_000 }).toBe('gone');
});

/** A start of the shop with all that it says. */
function starting(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = { text: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  return { child, said: () => output.text };
}

it('a start straight after the last one was told to stop waits until it is gone, instead of refusing', async () => {
  const environment = { PORT: String(await freePort()), DATA_DIR: join(folder, 'again') };
  await unpackPreparedPglite(environment.DATA_DIR);
  const first = starting(environment);
  const second = { stop: () => {} };
  try {
    await expect.poll(first.said, { timeout: 50_000 }).toContain('is ready');
    const ended = once(first.child, 'exit');
    first.child.kill('SIGTERM');
    const next = starting(environment);
    second.stop = () => void next.child.kill('SIGKILL');
    expect((await ended)[0]).toBe(0);
    await expect.poll(next.said, { timeout: 50_000 }).toContain('is ready');
  } finally {
    first.child.kill('SIGKILL');
    second.stop();
  }
}, 110_000);

it('a signal during the start ends it, as it must where the process is number 1 of a container', async () => {
  const dataDir = join(folder, 'interrupted');
  const { child, said } = starting({ PORT: '0', DATA_DIR: dataDir, SEED_TOOLS: '20000' });
  await expect.poll(() => existsSync(join(dataDir, 'pglite', 'lock')), { timeout: 20_000 }).toBe(true);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  // Without a handler the code would be null, and number 1 would not hear the signal at all.
  expect((await ended)[0]).toBe(0);
  expect(said()).not.toContain('is ready');
});

it('npm run dev answers as the built shop does, from the sources', async () => {
  const following = await openShopOnPostgres({}, join(root, 'scripts/dev.mjs'));
  const products = await fetch(`${following.url}/products`);
  const isFromSources = (await products.text()).includes('"/web/entry.client.tsx"');
  expect({ status: products.status, isFromSources }).toEqual({ status: 200, isFromSources: true });
  const [built, dev] = await Promise.all([fetch(`${shop.url}/tool?limit=1`), fetch(`${following.url}/tool?limit=1`)]);
  for (const name of ['etag', 'cache-control', 'vary', 'x-content-type-options']) {
    expect([name, dev.headers.has(name)]).toEqual([name, built.headers.has(name)]);
  }
  expect((await fetch(`${following.url}/nothing-here`)).status).toBe(404);
  await following.stop();
  expect(following.process.exitCode).toBe(0);
});
