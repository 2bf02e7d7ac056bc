import { connect as connectTo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

const { connect } = Socket.prototype;

let shop: TestShop;
let alice: Person;
let ada: Person;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

describe('pictures from elsewhere (attacks T77, T78)', () => {
  const picture = (image: string) => ({
    name: 'Rasp',
    description: 'Coarse.',
    price: 1,
    availableQuantity: 1,
    minOrderQuantity: 1,
    image,
  });
  it.each([
    'javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    'http://shop.test/a.png',
    'https://user:password@host.test/a.png',
    'https://@host.test/a.png',
    'https://:@host.test/a.png',
    'https:///a.png',
    'https://',
    'https://host.test/\0.png',
    'https://host.test/\ud83d.png',
    'ftp://host.test/a.png',
    'file:///etc/passwd',
    'blob:https://shop.test/1',
    '/pictures/../admin',
    '/uploads/%2e%2e/x.png',
    `https://host.test/${'x'.repeat(2_000)}`,
  ])('%s is no picture', async (image) => {
    const before = await shop.digest();
    const answer = await shop.call('POST', '/tool', { as: ada.token, body: picture(image) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'INVALID_IMAGE_URL' });
    expect(await shop.digest()).toBe(before);
  });

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1:5432/',
    'https://[::1]/a.png',
    'https://0x7f.1/a.png',
    'https://[::ffff:7f00:1]/a.png',
    'https://2130706433/a.png',
    'https://localhost:3000/demo/mailbox.json',
    'https://rebind.test/a.png',
    'https://host.test/at@2x.png?by=@bob',
    `https://host.test/${'🔨'.repeat(1_982)}`,
  ])('%s may be named, and the server never goes there: no connection, no look-up of a name', async (image) => {
    const outward = watchConnections();
    try {
      const made = await shop.call('POST', '/tool', { as: ada.token, body: picture(image) });
      expect(made.status).toBe(201);
      const { _id, version } = (await made.json()) as Tool;
      const edit = { ...picture(image), name: 'Rasp, round', version };
      expect((await shop.call('PUT', `/tool/${_id}`, { as: ada.token, body: edit })).status).toBe(200);
      for (const path of [`/tool/${_id}`, '/tool?q=Rasp', '/tool-suggestions?q=Rasp', '/sitemap.xml']) {
        expect((await shop.call('GET', path)).status).toBe(200);
      }
      const order = await shop.order(alice.token, { _id, minOrderQuantity: 1 } as Tool);
      expect((await shop.call('DELETE', `/order/${order._id}`, { as: alice.token })).status).toBe(200);
      expect((await shop.call('DELETE', `/tool/${_id}`, { as: ada.token })).status).toBe(200);
      expect(outward.seen).toEqual([]);
      // What it would look like if it did.
      connectTo(4199, '127.0.0.1')
        .on('error', () => {})
        .destroy();
      expect(outward.seen.length).toBeGreaterThan(0);
    } finally {
      outward.stop();
    }
  });
});

/** Every connection that this process opens and every name that it looks up, but for those to the test's own database. */
function watchConnections() {
  const seen: string[] = [];
  const address = inject('postgresUrl');
  const database = address ? new URL(address).port : 'PGlite, which needs no connection';
  const connecting = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...given: unknown[]
  ): Socket {
    const text = JSON.stringify(given.flat().filter((part) => typeof part !== 'function'));
    if (!text.includes(database)) seen.push(text);
    return Reflect.apply(connect, this, given) as Socket;
  });
  return { seen, stop: () => connecting.mockRestore() };
}
