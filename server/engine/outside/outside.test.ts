import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRange } from '#server/client-address.ts';
import { type Allowed, post, type LookUp, whyNotOutside } from '#server/engine/outside/outside.ts';

/** What each name leads to, one answer after the other, as a name server that an attacker runs would give them. */
const names = new Map<string, string[]>();
const lookUp: LookUp = (name, _options, answer) => {
  const address = names.get(name)?.shift();
  if (address === undefined) answer(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
  else answer(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
};

const NOBODY: Allowed = { names: [], ranges: [] };
const LOOPBACK: Allowed = { names: [], ranges: [readRange('127.0.0.1')!] };
const never = new AbortController().signal;

let server: Server;
let answer: RequestListener;
let asked: { url: string | undefined; body: string; headers: NodeJS.Dict<string | string[]> }[];
let port: number;
beforeEach(async () => {
  asked = [];
  answer = (_request, response) => void response.end('thanks');
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked.push({ url: request.url, body, headers: request.headers });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  names.clear();
  server.closeAllConnections();
  server.close();
});

const send = (url: string, allowed: Allowed) =>
  post(url, { headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}', allowed, signal: never, lookUp });

describe('an address that is written so is refused', () => {
  it.each([
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://0/x',
    'https://10.1.2.3/x',
    'https://172.16.0.1/x',
    'https://192.168.1.1/x',
    'https://100.64.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[2002:7f00:1::]/x',
    'https://[::127.0.0.1]/x',
    'https://[::a9fe:a9fe]/x',
    'https://168.63.129.16/x',
    'https://100.100.100.200/x',
    'https://192.0.0.192/x',
    'https://[fd00:ec2::254]/x',
    'https://metadata.google.internal/x',
    'https://erp.internal/x',
    'https://erp/x',
    'https://router.local/x',
    'http://erp.example/x',
  ])('%s', async (url) => {
    expect(whyNotOutside(url, NOBODY)).not.toBeNull();
    await expect(send(url, NOBODY)).rejects.toThrow(/private network|https address/);
    expect(asked).toEqual([]);
  });

  it('but for a public name over https, and for what the operator allows', () => {
    expect(whyNotOutside('https://erp.example/x', NOBODY)).toBeNull();
    expect(whyNotOutside('https://93.184.215.14/x', NOBODY)).toBeNull();
    expect(whyNotOutside('http://127.0.0.1:8/x', LOOPBACK)).toBeNull();
    expect(whyNotOutside('http://127.0.0.2:8/x', LOOPBACK)).not.toBeNull();
    expect(whyNotOutside('http://erp.internal/x', { names: ['erp.internal'], ranges: [] })).toBeNull();
    expect(whyNotOutside('http://other.internal/x', { names: ['erp.internal'], ranges: [] })).not.toBeNull();
  });
});

it.each([
  '127.0.0.1',
  '10.0.0.7',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  'fd00::1',
  '0.0.0.0',
  '::7f00:1',
  '168.63.129.16',
])('a public name that leads to %s is not called', async (address) => {
  names.set('inward.example', [address]);
  await expect(send(`https://inward.example:${port}/x`, NOBODY)).rejects.toThrow('leads into a private network');
  expect(asked).toEqual([]);
});

it('a name that leads elsewhere the second time is asked once, by the socket itself', async () => {
  // Where it was looked up once to be checked and once more to be called, the second answer would be called.
  names.set('twice.example', ['127.0.0.1', '93.184.215.14']);
  await expect(send(`https://twice.example:${port}/x`, NOBODY)).rejects.toThrow('leads into a private network');
  expect(names.get('twice.example')).toEqual(['93.184.215.14']);
});

it('a name that the operator allows may lead inside, another one beside it may not', async () => {
  const allowed: Allowed = { names: ['erp.internal'], ranges: [] };
  names.set('erp.internal', ['127.0.0.1']);
  await expect(send(`http://erp.internal:${port}/hook?x=1`, allowed)).resolves.toEqual({
    status: 200,
    answer: 'thanks',
  });
  expect(asked).toMatchObject([{ url: '/hook?x=1', body: '{"a":1}', headers: { 'webhook-id': 'msg_1' } }]);
  names.set('other.example', ['127.0.0.1']);
  await expect(send(`https://other.example:${port}/x`, allowed)).rejects.toThrow('leads into a private network');
});

it('a redirect is an answer like any other and followed nowhere', async () => {
  answer = (_request, response) => void response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end();
  await expect(send(`http://127.0.0.1:${port}/x`, LOOPBACK)).resolves.toMatchObject({ status: 307 });
  expect(asked).toHaveLength(1);
});

it('no more of an answer is read than is kept', async () => {
  answer = (_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (response.write('a\0b'.repeat(1_000)));
      response.once('drain', more);
    };
    more();
  };
  const { answer: kept } = await send(`http://127.0.0.1:${port}/x`, LOOPBACK);
  expect(kept.length).toBeLessThanOrEqual(1_024);
  expect(kept).toMatch(/^(ab)+a?$/);
});

it('what takes too long is broken off, and so is what a shop that stops is sending', async () => {
  answer = (_request, response) => void response.writeHead(200).write('wait');
  const leaving = new AbortController();
  const parts = { headers: {}, body: '', allowed: LOOPBACK, signal: leaving.signal };
  const late = post(`http://127.0.0.1:${port}/late`, { ...parts, timeLimitMs: 50 });
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  const call = post(`http://127.0.0.1:${port}/leaving`, parts);
  const ended = call.catch((error: unknown) => error);
  // A call that is broken off early may never have arrived.
  await expect.poll(() => asked.map(({ url }) => url)).toContain('/leaving');
  leaving.abort();
  expect(await ended).toMatchObject({ name: 'AbortError' });
});
