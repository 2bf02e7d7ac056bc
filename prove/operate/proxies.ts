import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { signInAdmin, signUp } from '../buyer.ts';
import { type Check, has, must } from './check.ts';
import { FRONT, HAPROXY, haproxy, NGINX, nginx, type Proxy } from './front-proxies.ts';
import { sharedPicture, startStore } from './store.ts';

const FIRST = 4760;
const STOCK = 30;
const EDITS_SEEN_WITHIN_MS = 5_000;
const LOGGED_WITHIN_MS = 5_000;

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

    // One name for one request, in the answer and in the proxy's log.
    const asked = await fetch(`${baseUrl}/order`);
    await asked.text();
    const requestId = asked.headers.get('x-request-id') ?? 'none';
    for (const deadline = Date.now() + LOGGED_WITHIN_MS; !proxy.log().includes(`request=${requestId}`); await pause(50))
      must(Date.now() < deadline, `the proxy's log does not name request ${requestId}`);
    const plain = await fetch(`http://127.0.0.1:${FRONT + 2}/products`, { redirect: 'manual' });
    must(plain.status === 301 && plain.headers.get('location')?.startsWith('https://') === true, 'http stays http');

    // One of them killed: reads go on, at the proxy's second try.
    await shops[0]!.kill();
    const reads = await Promise.all(
      Array.from({ length: 40 }, () => fetch(`${baseUrl}/tool?limit=3`).then(({ status }) => status)),
    );
    const wrong = reads.filter((status) => status !== 200);
    must(wrong.length === 0, `with one process killed, reads answered ${wrong.join(', ')}`);
    return `${sold} of ${STOCK} sold, an edit seen at all ${count} after ${Math.round(seen)} ms, ${store ? 'a picture of 8 MB shown by each through S3' : 'pictures NOT tried (no s3rver: npm install --global s3rver)'}, a sheet of 20 MB read, sign-in stopped after ${tries.length} tries, request ids logged, one killed unnoticed`;
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
    needs: NGINX,
    run: () => oneShop(count, nginx),
  },
  {
    what: `${count} processes behind HAProxy are one shop`,
    needs: HAPROXY,
    run: () => oneShop(count, haproxy),
  },
]);
