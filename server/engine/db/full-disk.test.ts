import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { openTestShop } from '#server/shop-for-tests.ts';
import { openDatabase } from './open-database.ts';
import { freshDatabase } from './database-for-tests.ts';
import { preparedPglite } from '../../../house/prepared-databases.ts';
import { withoutRoom } from './full-disk-for-tests.ts';

const folder = await mkdtemp(join(tmpdir(), 'tradebench-full-disk-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

// Begun from a prepared image: making the tables in it takes ten times as long as all that is looked at here.
const image = new Blob([new Uint8Array(await readFile(await preparedPglite()))]);
await (await PGlite.create({ dataDir: join(folder, 'database'), loadDataDir: image, extensions: { pg_trgm } })).close();

const open = async () => openTestShop(await openDatabase({ folder }), { DATA_DIR: folder });

it('the database in the process acknowledges nothing while its disk is full, goes on when there is room, and starts again with what it acknowledged (attacks T104)', async () => {
  const shop = await open();
  const alice = await shop.person('Alice');
  const tool = await shop.tool({ availableQuantity: 50 });
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 2 };
  const order = (key: string, to = shop) =>
    to.call('POST', '/order', { as: alice.token, body, headers: { 'idempotency-key': key } });
  // News that is still to be read would be written meanwhile, where an order is what is tried.
  await shop.atRest();
  await withoutRoom(4_096, async () => {
    for (const key of ['first', 'second', 'first']) {
      const answer = await order(key);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    expect((await shop.call('GET', `/tool/${tool._id}`)).status).toBe(200);
  });
  const made = (await (await order('first')).json()) as Order;
  expect(made.quantity).toBe(2);
  await shop.close();

  const again = await open();
  const kept = await again.call('GET', `/order?email=${alice.email}`, { as: alice.token });
  expect(((await kept.json()) as Order[]).map(({ _id }) => _id)).toEqual([made._id]);
  expect(((await (await order('first', again)).json()) as Order)._id).toBe(made._id);
  const { availableQuantity } = (await (await again.call('GET', `/tool/${tool._id}`)).json()) as Tool;
  expect(availableQuantity).toBe(48);
  await again.close();
}, 60_000);

it('a picture for which there is no room is refused in words, leaves nothing behind, and is kept once there is room (attacks T104)', async () => {
  const shop = await openTestShop(await freshDatabase(), { DATA_DIR: folder });
  const ada = await shop.person('Ada', 'admin');
  const noise = await sharp({
    create: {
      width: 640,
      height: 640,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  const send = () =>
    shop.app.fetch(
      new Request('http://shop.test/picture', {
        method: 'POST',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'image/png' },
        body: new Uint8Array(noise),
      }),
    );
  const kept = () => readdir(join(folder, 'uploads')).catch(() => []);
  // The smallest sizes still fit: it is a later one that breaks off.
  const tried = await withoutRoom(30_000, async () => {
    const answer = await send();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/room/) });
    expect(await kept()).toEqual([]);
  });
  const answer = await send();
  expect(answer.status).toBe(201);
  const { image } = (await answer.json()) as { image: string };
  expect((await shop.call('GET', image)).status).toBe(200);
  const files = await kept();
  expect(files.every((name) => !name.startsWith('.'))).toBe(true);
  expect(files.length).toBeGreaterThan(tried ? 1 : 0);
  await shop.close();
}, 60_000);
