import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { lastUntrustedProxy } from './untrusted-proxies.ts';
import { createShopServer } from './serve.ts';

/** As in the shop, but a hundredth of its timeouts. */
const SHORT_TIMEOUTS = { headers: 100, request: 300, keepAlive: 60_000, check: 20 };

let shop: TestShop;
let server: Server;
let port: number;
let alice: Awaited<ReturnType<TestShop['person']>>;
let tool: Tool;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  tool = await shop.tool({ availableQuantity: 50 });
  server = createShopServer(shop, shop.parts.config, shop.parts.log, SHORT_TIMEOUTS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await shop.close();
});

const body = () =>
  JSON.stringify({ name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 1 });
const head = (text: string) =>
  [
    'POST /order HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${alice.token}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    '\r\n',
  ].join('\r\n');

/** What the shop sent until it closed the connection, which it must do by itself. */
async function untilClosed(socket: Socket): Promise<string> {
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await once(socket, 'close');
  return heard;
}

it('a body that does not come is given up with 408, its connection closed, and nothing of it done (attacks T99)', async () => {
  const before = await shop.digest();
  const socket = connect(port, '127.0.0.1');
  socket.write(head(body()) + body().slice(0, 20));
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await shop.digest()).toBe(before);
});

it('a body that comes byte by byte for ever is given up all the same: its time does not start anew (attacks T99)', async () => {
  const before = await shop.digest();
  const socket = connect(port, '127.0.0.1');
  const text = body().padEnd(100_000);
  socket.write(head(text));
  let sent = 0;
  const drip = setInterval(() => socket.writable && socket.write(text[sent++] ?? ''), 10);
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
  expect(sent).toBeLessThan(text.length);
  expect(await shop.digest()).toBe(before);
});

it('headers that do not end are given up before a body could be (attacks T99)', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /order HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it.each([
  [
    'headers of 20 kB',
    `GET /tool HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  [
    'two lengths',
    'GET /tool HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'VALIDATION_ERROR',
  ],
  ['no host', 'GET /tool HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_ERROR'],
  ['a line that is no request', 'hello\r\n\r\n', 400, 'VALIDATION_ERROR'],
  ['headers that do not end', 'GET /tool HTTP/1.1\r\nHost: ', 408, 'REQUEST_TIMEOUT'],
  [
    'a body that does not end',
    'POST /price HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    408,
    'REQUEST_TIMEOUT',
  ],
])('%s: refused in words, with the headers of every answer (attacks T85)', async (_case, sent, status, code) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const [top = '', body = ''] = (await untilClosed(socket)).split('\r\n\r\n');
  expect(top).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(top).toMatch(/^content-security-policy: .*object-src 'none'/m);
  expect(top).toMatch(/^x-content-type-options: nosniff\r$/m);
  expect(top).toMatch(/^cache-control: no-store\r$/m);
  expect(JSON.parse(body)).toMatchObject({ code, message: expect.any(String), requestId: expect.any(String) });
});

it('a body in two pieces, beside a hundred that do not come, is an order (attacks T99)', async () => {
  // With the shop's own timeouts: how long this one takes is not what is tried.
  const unhurried = createShopServer(shop, shop.parts.config, shop.parts.log);
  unhurried.listen(0, '127.0.0.1');
  await once(unhurried, 'listening');
  const slow = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
  const closed = slow.map(untilClosed);
  for (const socket of slow) socket.write(head(body()) + body().slice(0, 20));
  const socket = connect((unhurried.address() as AddressInfo).port, '127.0.0.1');
  const text = body();
  socket.write(head(text) + text.slice(0, 20));
  socket.write(text.slice(20));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
  unhurried.close();
  const ends = await Promise.all(closed);
  expect(ends.every((end) => end.startsWith('HTTP/1.1 408 '))).toBe(true);
});

it('X-Forwarded-For from somebody who is not trusted is warned of once, and kept for doctor', async () => {
  const warned: object[] = [];
  const log = { ...shop.parts.log, warn: (facts: object) => void warned.push(facts) };
  const heard: string[] = [];
  const own = createShopServer(
    { ...shop, untrustedProxy: (address) => void heard.push(address) },
    shop.parts.config,
    log,
  );
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const address = `http://localhost:${(own.address() as AddressInfo).port}/healthz`;
  for (let time = 0; time < 3; time++) await fetch(address, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect([heard, warned]).toEqual([['127.0.0.1'], [{ from: '127.0.0.1' }]]);
  own.closeAllConnections();
  own.close();
  shop.untrustedProxy('127.0.0.1');
  await expect.poll(() => lastUntrustedProxy(shop.parts.database.db)).toMatchObject({ address: '127.0.0.1' });
});
