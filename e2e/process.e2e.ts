import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unprotected } from '../prove/attack-verdict.ts';
import { openShop, type RunningShop } from './shop.ts';

/** One shop that these tests wear out in turn: first its timeouts, then its log, in the end itself. */
let shop: RunningShop;
let log = '';
beforeAll(async () => {
  shop = await openShop({ LOG_LEVEL: 'trace' });
  for (const stream of [shop.process.stdout, shop.process.stderr]) {
    stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  }
});
afterAll(() => shop.stop());

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}
async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { url } = shop;
  const answer = await fetch(url + path, {
    method,
    headers: { origin: url, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

async function signedIn(email = 'alice@tradebench.test', password = 'tradebench') {
  const cookie = cookieOf(await send('POST', '/api/auth/sign-in/email', { email, password }));
  const exchanged = await send('PUT', `/user/${email}`, { email }, { cookie });
  const { token } = JSON.parse(exchanged.text) as { token: string };
  return { cookie, token, bearer: { authorization: `Bearer ${token}` } };
}
async function wish() {
  const tools = await send('GET', '/tool?limit=1');
  const [tool] = JSON.parse(tools.text) as { _id: string; minOrderQuantity: number }[];
  const quantity = tool!.minOrderQuantity;
  return { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool!._id, quantity };
}
function openSocket(): Socket {
  const socket = connect(Number(new URL(shop.url).port), 'localhost');
  socket.on('error', () => {});
  return socket;
}

it('every kind of answer of the running shop carries the protective headers (attacks T85)', async () => {
  const home = await send('GET', '/');
  const asset = /\/assets\/[\w.-]+\.js/.exec(home.text)?.[0] ?? '/no-asset';
  const plain = ['/', '/products', '/dashboard', '/nothing-here', '/about/', asset, '/pictures/hammer-640.webp'];
  const others = [
    '/favicon.ico',
    '/uploads/none.webp',
    '/tool',
    '/api/auth/get-session',
    '/demo/mailbox',
    '/robots.txt',
  ];
  const wrong: string[] = [];
  const look = (what: string, { headers, text }: Answer, takesCards = false) =>
    wrong.push(...unprotected({ headers, text }, { https: false, takesCards }).map((line) => `${what}: ${line}`));
  for (const path of [...plain, ...others]) look(path, await send('GET', path));
  look(
    '304',
    await send('GET', asset, undefined, { 'if-none-match': (await send('GET', asset)).headers.get('etag')! }),
  );
  look('HEAD', await send('HEAD', '/products'));
  look('405', await send('DELETE', '/products'));
  look('an address too long', await send('GET', `/${'x'.repeat(9_000)}`));
  look('the payment page', await send('GET', '/dashboard/payment/any'), true);
  expect(wrong).toEqual([]);
  expect((await send('GET', '/api/auth/get-session')).headers.get('cache-control')).toBe('no-store');
});

it('the notices of what scripts and fonts are made of go along with them', async () => {
  const home = (await send('GET', '/')).text;
  const address = /<link rel="license" href="([^"]+)"/.exec(home)?.[1] ?? '/nothing';
  const { status, headers, text } = await send('GET', address);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const name of ['react', 'react-dom', 'react-router', '@tanstack/react-query', 'zod', 'chart.js'])
    expect(text).toMatch(new RegExp(`^## ${name}\\b`, 'm'));
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text.match(/SIL OPEN FONT LICENSE Version 1.1/gi)?.length).toBeGreaterThanOrEqual(2);
});

it('the log of a whole run has no password, token, secret, signature, cookie or address of a person, and no refusal tells of the inside (attacks T96)', async () => {
  const refusals: Answer[] = [];
  const refused = async (...call: Parameters<typeof send>) => {
    const answer = await send(...call);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    refusals.push(answer);
  };
  const password = 'pass-of-nora-7731';
  const email = 'nora.newcomer@example.test';
  await send('POST', '/api/auth/sign-up/email', { name: 'Nora', email, password });
  await refused('POST', '/api/auth/sign-in/email', { email, password: 'wrong-pass-7732' });
  const nora = await signedIn(email, password);
  const made = await send('POST', '/order', await wish(), nora.bearer);
  const order = JSON.parse(made.text) as { _id: string };
  const intent = await send('POST', '/create-payment-intent', { order: order._id }, nora.bearer);
  const { clientSecret } = JSON.parse(intent.text) as { clientSecret: string };
  await refused('PATCH', `/order/${order._id}`, { transactionId: 'pi_made_up' }, nora.bearer);
  const signature = 't=1,v1=5f1c8ffd0c0b6a77';
  await refused('POST', '/webhooks/stripe', { id: 'evt_1' }, { 'stripe-signature': signature });
  await send('POST', '/api/auth/request-password-reset', { email });
  await send('POST', '/api/auth/sign-in/magic-link', { email });
  await refused('GET', `/order?email=bob@tradebench.test`, undefined, nora.bearer);
  await refused('GET', `/order?email=${email}&email=${email}`, undefined, nora.bearer);
  await refused('GET', `/api/auth/nothing?token=${nora.token}&email=${email}`, undefined, {
    cookie: nora.cookie,
  });
  await refused('POST', '/order', `{"password":"${password}",`, nora.bearer);
  await refused('GET', '/user', undefined, nora.bearer);
  await refused('PUT', `/user/${email}`, { email, token: nora.token });
  const report = { 'csp-report': { 'document-uri': `${shop.url}/login?token=${nora.token}&email=${email}` } };
  await send('POST', '/csp-report', JSON.stringify(report), { 'content-type': 'application/csp-report' });
  await send('GET', `/nothing-here?email=${email}`);
  await expect.poll(() => log).toContain('a browser blocked something on a page');

  // Who came in and who was refused where is told all the same.
  const told = log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as object] : []));
  for (const entry of [
    { msg: 'signed in', call: '/sign-in/email', user: expect.any(String) },
    { msg: 'refused', call: '/sign-in/email', code: 'INVALID_EMAIL_OR_PASSWORD', from: '127.0.0.1' },
    { msg: 'refused', call: 'GET /user', code: 'FORBIDDEN', user: expect.any(String) },
  ]) {
    expect(told).toContainEqual(expect.objectContaining(entry));
  }

  const secrets = [password, 'wrong-pass-7732', email, 'bob@tradebench.test', nora.token, nora.cookie, clientSecret];
  const said = log + refusals.map(({ text }) => text).join('\n');
  const found = [
    ...secrets,
    signature,
    clientSecret.split('_secret_')[1]!,
    'eyJ',
    'session_token',
    'whsec_',
    'sk_test',
  ].filter((secret) => said.includes(secret));
  expect(found).toEqual([]);
  for (const { text } of refusals) {
    expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    expect(text).not.toMatch(/node_modules|\.[cm]?[jt]s:\d|\n\s+at |select .+ from |insert into|postgres/i);
  }
});

it('five hundred who send nothing, or a byte now and then, are given up, and others are answered meanwhile (attacks T99)', async () => {
  const slow = Array.from({ length: 500 }, () => openSocket());
  const bytes = setInterval(() => slow.filter((_, index) => index % 2).forEach((socket) => socket.write('x')), 2_000);
  try {
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    for (const socket of slow.filter((_, index) => index % 2))
      socket.write('GET /tool HTTP/1.1\r\nHost: shop\r\nX-Slow: ');
    const gone = Promise.all(slow.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))));
    for (let asked = 0; asked < 100; asked++) expect((await send('GET', '/healthz')).status).toBe(200);
    await gone;
  } finally {
    clearInterval(bytes);
    for (const socket of slow) socket.destroy();
  }
}, 60_000);

it('whoever reads the log may go away, and the shop stays open (attacks T104)', async () => {
  shop.process.stdout?.destroy();
  shop.process.stderr?.destroy();
  for (let reports = 0; reports < 10; reports++) {
    const report = { 'csp-report': { 'document-uri': `${shop.url}/${reports}` } };
    const headers = { 'content-type': 'application/csp-report' };
    expect((await send('POST', '/csp-report', JSON.stringify(report), headers)).status).toBe(204);
  }
  expect((await send('GET', '/readyz')).status).toBe(200);
});

it('told to stop, it finishes what it has begun, takes nothing new, and goes (attacks T105)', async () => {
  const { token } = await signedIn();
  const body = JSON.stringify(await wish());
  const socket = openSocket();
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'connect');
  const head = [
    'POST /order HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
  ];
  socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
  // Once this is answered, what was sent before it has been read.
  expect((await send('GET', '/healthz')).status).toBe(200);

  const ended = once(shop.process, 'exit');
  shop.process.kill('SIGTERM');
  const taken = () =>
    fetch(`${shop.url}/healthz`, { headers: { connection: 'close' } }).then(
      () => 'taken',
      () => 'refused',
    );
  await expect.poll(taken).toBe('refused');
  expect(shop.process.exitCode).toBeNull();
  socket.write(body.slice(20));
  expect((await ended)[0]).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
});
