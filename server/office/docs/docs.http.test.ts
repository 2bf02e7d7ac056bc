import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MadeApiKey } from '#contract/office/api-keys.ts';
import { routes } from '#contract/routes.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { newSecret, signedHeaders } from '#server/office/webhooks/sign.ts';
import { EXAMPLES } from './examples.ts';

let shop: TestShop;
let server: Server;
let shell: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const ada = await shop.person('Ada', 'admin');
  const tool = await shop.tool({ name: 'Documented hammer', availableQuantity: 1_000 });
  const body = { name: 'Examples', scopes: ['orders.place', 'tools.read', 'tools.stock'] };
  const made = await shop.call('POST', '/api-key', { as: ada.token, body });
  const { key } = (await made.json()) as MadeApiKey;
  server = createServer(getRequestListener((request) => shop.app.fetch(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shell = { SHOP: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY: key, TOOL: tool._id };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await shop.close();
});

const exampleOf = (id: string) => EXAMPLES.find((each) => each.id === id)!.code;

/** The words of a command as a shell reads them: quotes, variables, and lines that go on. */
function wordsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:"[^"]*"|'[^']*'|[^\s"']+)+/g) ?? [];
  const filled = (part: string) => part.replaceAll(/\$(\w+)/g, (_, name: string) => shell[name] ?? '');
  const parts = /"([^"]*)"|'([^']*)'|([^"']+)/g;
  return words.map((word) =>
    [...word.matchAll(parts)].map(([, double, single, bare]) => single ?? filled(double ?? bare ?? '')).join(''),
  );
}

/** Does what curl does with the options that the examples use. */
async function curl(command: string): Promise<Response> {
  const [program, address, ...options] = wordsOf(command);
  expect(program).toBe('curl');
  const headers = new Headers();
  let body: string | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const value = options[at + 1] ?? '';
    if (options[at] === '-H') headers.append(...(value.split(/:\s*(.*)/s) as [string, string]));
    else if (options[at] === '-d') body = value;
    else throw new Error(`an option that the test does not know: ${options[at]}`);
  }
  return fetch(address!, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** Runs a program as somebody would who copied it beside their own files. */
function start(id: string, environment: Record<string, string>) {
  const folder = join(projectRoot, '.cache/docs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${id}-${process.pid}.ts`);
  writeFileSync(file, exampleOf(id));
  const program = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: projectRoot,
    env: environment,
  });
  let said = '';
  program.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => program.on('close', () => resolve()));
  return { said: () => said, ended, stop: () => program.kill() };
}

it.each([
  ['find', 200, expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })])],
  ['price', 200, expect.objectContaining({ lines: [expect.objectContaining({ problem: null })] })],
  ['order', 201, expect.objectContaining({ purchaseOrder: '4711', quantity: 12 })],
  ['stock', 200, expect.objectContaining({ availableQuantity: 1_488 })],
])('the example "%s" works as it is written', async (id, status, wanted) => {
  const answer = await curl(exampleOf(id));
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual(wanted);
});

it('the example of the typed client works as it is written', async () => {
  const client = start('client', { SHOP: shell['SHOP']!, KEY: shell['KEY']! });
  await client.ended;
  const lines = client.said().trim().split('\n');
  expect(lines.at(-1)).toMatch(/^\d+$/);
  expect(lines.length).toBeGreaterThan(1);
});

it('the example of a receiver works as it is written', async () => {
  const secret = newSecret();
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const receiver = start('webhook', { WEBHOOK_SECRET: secret, PORT: String(port) });
  const body = '{"type":"order.placed","timestamp":"2030-01-01T00:00:00.000Z","data":{}}';
  const send = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status);
  try {
    const signed = () => send(signedHeaders([secret], { id: 'msg_1', body, at: new Date() })).catch(() => 0);
    await expect.poll(signed, { timeout: 30_000 }).toBe(204);
    expect(await send(signedHeaders([newSecret()], { id: 'msg_1', body, at: new Date() }))).toBe(400);
    await expect.poll(receiver.said).toContain('order.placed');
  } finally {
    receiver.stop();
    await receiver.ended;
  }
});

it('GET /docs describes every call and every example, and runs and loads nothing', async () => {
  const answer = await shop.call('GET', '/docs');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; object-src 'none'; style-src 'sha256-/,
  );
  const page = await answer.text();
  for (const name of Object.keys(routes)) expect(page).toContain(`<details id="${name}">`);
  for (const { id } of EXAMPLES) expect(page).toContain(`id="example-${id}"`);
  expect(page).not.toMatch(/<script|<img|undefined|\[object /);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});
