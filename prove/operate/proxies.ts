import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { signInAdmin, signUp } from '../buyer.ts';
import { type Check, has, must, run } from './check.ts';
import { sharedPicture, startStore } from './store.ts';

const FRONT = 4750;
const FIRST = 4760;
const STOCK = 30;
const EDITS_SEEN_WITHIN_MS = 5_000;

interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts a program and waits until it answers. */
async function started(program: string, args: string[], url: string, folder: string): Promise<Proxy> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) break;
    must(Date.now() < deadline && child.exitCode === null, `${program} does not answer`);
    await pause(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** nginx with the file of deploy/, its names and ports being those of this machine. */
function nginx(shops: ShopProcess[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-nginx-'));
  // Its workers are somebody else where root starts it, and put what is larger than a buffer there.
  chmodSync(folder, 0o755);
  const servers = shops.map(({ url }) => `server ${new URL(url).host} max_fails=2 fail_timeout=5s;`).join('\n');
  mkdirSync(join(folder, 'tls'));
  const key = join(folder, 'tls/privkey.pem');
  const certificate = join(folder, 'tls/fullchain.pem');
  run('openssl', [
    ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' '),
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  const site = readFileSync(join(projectRoot, 'deploy/nginx/tradebench.conf'), 'utf8')
    .replaceAll(/^ *server shop-\d.*;$/gm, '')
    .replace('upstream tradebench {', `upstream tradebench {\n${servers}`)
    .replace('listen 80;', `listen 127.0.0.1:${FRONT + 2};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${FRONT + 1} ssl http2;\n    listen 127.0.0.1:${FRONT};`)
    // The shop of this check has an http address with this port.
    .replace('Host $host;', 'Host $http_host;')
    .replaceAll('/etc/nginx/tls', join(folder, 'tls'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr warn; events {}\nhttp { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;\n${site}\n}`,
  );
  run('nginx', ['-t', '-c', file]);
  return started('nginx', ['-c', file], `http://127.0.0.1:${FRONT}`, folder);
}

/** HAProxy with the file of deploy/. */
function haproxy(shops: ShopProcess[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-haproxy-'));
  const servers = shops.map(({ url }, index) => `    server shop-${index} ${new URL(url).host} check`).join('\n');
  const file = join(folder, 'haproxy.cfg');
  const given = readFileSync(join(projectRoot, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  writeFileSync(
    file,
    `${given.replaceAll(/^ *server shop-\d.*$/gm, '').replace('bind :80', `bind 127.0.0.1:${FRONT}`)}\n${servers}\n`,
  );
  run('haproxy', ['-c', '-f', file]);
  return started('haproxy', ['-db', '-f', file], `http://127.0.0.1:${FRONT}`, folder);
}

/** So many processes of the built shop behind a proxy, tried as one shop. */
async function oneShop(count: number, front: (shops: ShopProcess[]) => Promise<Proxy>): Promise<string> {
  await buildShop();
  const server = await startPostgres();
  const baseUrl = `http://127.0.0.1:${FRONT}`;
  const store = has('s3rver') ? await startStore() : null;
  const settings = {
    ...store?.settings,
    DATABASE_URL: await server.createDatabase(),
    BASE_URL: baseUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'on',
  };
  const shops = Array.from({ length: count }, (_, index) => shopProcess(FIRST + index, settings));
  let proxy: Proxy | undefined;
  try {
    for (const shop of shops) await shop.start();
    proxy = await front(shops);
    const url = () => baseUrl;
    const admin = await signInAdmin(baseUrl, url);
    const fields = {
      name: 'Proof hammer',
      description: 'For proofs',
      price: 10,
      availableQuantity: STOCK,
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
    };
    const made = await admin.call('POST', '/tool', fields);
    must(made.status === 201, `there is no tool to buy: ${JSON.stringify(made.body)}`);
    const id = String(made.body['_id']);

    // One stock: what all of them sell together is what there is.
    const buyers = await Promise.all(['one', 'two', 'three', 'four'].map((name) => signUp(baseUrl, url, name)));
    const orders = await Promise.all(
      Array.from({ length: STOCK + 10 }, (_, index) =>
        buyers[index % buyers.length]!.call(
          'POST',
          '/order',
          { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId: id, quantity: 1 },
          { 'idempotency-key': randomUUID() },
        ),
      ),
    );
    const sold = orders.filter(({ status }) => status === 201).length;
    const refused = orders.filter(({ status }) => status === 409).length;
    must(sold === STOCK && refused === 10, `${sold} sold of ${STOCK}, ${refused} refused`);

    // One page: an edit through one of them is soon seen at each.
    const shown = async (shop: ShopProcess) => (await fetch(`${shop.url}/products/${id}`)).text();
    await Promise.all(shops.map(shown));
    const description = `Edited ${randomUUID()}`;
    const current = (await admin.call('GET', `/tool/${id}`)).body;
    const edited = await admin.call('PUT', `/tool/${id}`, { ...current, description });
    must(edited.status === 200, `the edit was refused: ${JSON.stringify(edited.body)}`);
    const told = performance.now();
    for (const shop of shops) {
      while (!(await shown(shop)).includes(description)) {
        must(performance.now() - told < EDITS_SEEN_WITHIN_MS, `${shop.url} still shows what was before the edit`);
        await pause(5);
      }
    }
    const seen = performance.now() - told;

    // One store: a picture that came through one of them is shown by each.
    if (store)
      await sharedPicture(
        baseUrl,
        admin.token,
        shops.map((shop) => shop.url),
      );

    // A sheet, which may be larger than any picture.
    const rows = Array.from({ length: 20 }, (_, row) => `NONE-${row},${'x'.repeat(1_000_000)}`);
    const looked = await fetch(`${baseUrl}/import/tools`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
      body: ['sku,description', ...rows].join('\n'),
    });
    const said = await looked.text();
    must(looked.status === 201, `a sheet of 20 MB was refused: ${looked.status} ${said.slice(0, 200)}`);

    // One count of tries, whichever process each comes to.
    const tries: number[] = [];
    for (let attempt = 0; attempt < 40; attempt++) {
      const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl },
        body: JSON.stringify({ email: 'one@buyers.test', password: 'not-this-one' }),
      });
      tries.push(answer.status);
      if (answer.status === 429) break;
    }
    must(tries.at(-1) === 429, `nobody stopped ${tries.length} wrong passwords`);

    // One of them killed: reads go on, at the proxy's second try.
    await shops[0]!.kill();
    const reads = await Promise.all(
      Array.from({ length: 40 }, () => fetch(`${baseUrl}/tool?limit=3`).then(({ status }) => status)),
    );
    const wrong = reads.filter((status) => status !== 200);
    must(wrong.length === 0, `with one process killed, reads answered ${wrong.join(', ')}`);
    return `${sold} of ${STOCK} sold, an edit seen at all ${count} after ${Math.round(seen)} ms, ${store ? 'a picture of 8 MB shown by each through S3' : 'pictures NOT tried (no s3rver: npm install --global s3rver)'}, a sheet of 20 MB read, sign-in stopped after ${tries.length} tries, one killed unnoticed`;
  } finally {
    await proxy?.stop();
    for (const shop of shops) await shop.kill();
    await store?.stop();
    await server.stop();
  }
}

export const proxyChecks: Check[] = [2, 8].flatMap((count): Check[] => [
  {
    what: `${count} processes behind nginx are one shop`,
    needs: { nginx: 'apt-get install nginx', openssl: 'apt-get install openssl' },
    run: () => oneShop(count, nginx),
  },
  {
    what: `${count} processes behind HAProxy are one shop`,
    needs: { haproxy: 'apt-get install haproxy' },
    run: () => oneShop(count, haproxy),
  },
]);
