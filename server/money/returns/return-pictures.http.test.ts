import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Return } from '#contract/money/returns.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { returnCalls } from './returns-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
const folder = mkdtempSync(join(tmpdir(), 'tradebench-returns-'));
let shop: TestShop;
let calls: ReturnType<typeof returnCalls>;
let alice: Person;
let bob: Person;
let ada: Person;
let found: Return;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { DATA_DIR: folder });
  calls = returnCalls(shop);
  [alice, bob] = [await shop.person('Alice'), await shop.person('Bob')];
  ada = await shop.person('Ada of returns', 'admin');
  const { order, tools } = await calls.paid(alice.token, ada.token, [5]);
  found = await calls.opened(alice.token, order, [calls.line(tools[0]!, 1)]);
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const photo = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitude: '60/1 23/1 0/1' } })
    .jpeg()
    .toBuffer();
const send = (as: string, body: Buffer | string) =>
  shop.app.fetch(
    new Request(`http://shop.test/return/${found._id}/picture`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { authorization: `Bearer ${as}`, origin: 'http://shop.test' },
    }),
  );

it('a picture is kept without what was hidden in it, and seen by those who see the return alone', async () => {
  const sent = await send(alice.token, await photo('#c8500a'));
  expect(sent.status).toBe(201);
  const { pictures } = (await sent.json()) as Return;
  expect(pictures).toEqual([
    expect.stringMatching(new RegExp(`^/return/${found._id}/picture/return-[0-9a-f]{32}\\.webp$`)),
  ]);
  const [address] = pictures;
  for (const { token } of [alice, ada]) {
    const answer = await calls.call(token, 'GET', address!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { exif, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([exif, format]).toEqual([undefined, 'webp']);
  }
  expect(await calls.codeOf(await calls.call(bob.token, 'GET', address!))).toEqual([404, 'RETURN_NOT_FOUND']);
  expect((await shop.call('GET', address!)).status).toBe(401);
  const name = address!.split('/').at(-1)!;
  for (const path of [`/uploads/${name}`, `/uploads/${name.replace('return-', '')}`])
    expect((await shop.call('GET', path)).status).toBe(404);
  const other = `/return/${found._id}/picture/return-${'0'.repeat(32)}.webp`;
  expect(await calls.codeOf(await calls.call(alice.token, 'GET', other))).toEqual([404, 'NOT_FOUND']);
});

it('what is no picture is refused, somebody else has no return, and there are six at most', async () => {
  expect(await calls.codeOf(await send(alice.token, '<svg/>'))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(await calls.codeOf(await send(bob.token, await photo('#000000')))).toEqual([404, 'RETURN_NOT_FOUND']);
  for (let count = 1; count < 6; count++)
    expect((await send(alice.token, await photo(`#${count}0${count}0${count}0`))).status).toBe(201);
  expect(await calls.codeOf(await send(alice.token, await photo('#ffffff')))).toEqual([422, 'RETURN_FULL']);
  expect((await calls.read(alice.token, found)).pictures).toHaveLength(6);
});
