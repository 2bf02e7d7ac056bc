import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { checkPicture } from './check-picture.ts';

let shop: TestShop;
let origin: string;
let asked: string[];
const signal = new AbortController().signal;
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const send = (status: number, type: string, body: Buffer | string) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  if (path === '/hook.png') send(200, 'image/png', png);
  else if (path === '/huge.png') send(200, 'image/png', Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES)]));
  else if (path === '/page') send(200, 'text/html', '<h1>Pictures</h1>');
  else if (path === '/lying.png') send(200, 'image/png', '<script>alert(1)</script>');
  else if (path === '/moved.png') response.writeHead(302, { location: '/hook.png' }).end();
  else if (path === '/round.png') response.writeHead(302, { location: '/round.png' }).end();
  else if (path === '/away.png') response.writeHead(302, { location: 'https://elsewhere.example/hook.png' }).end();
  else if (path === '/inside.png') response.writeHead(302, { location: 'http://10.0.0.1/hook.png' }).end();
  else send(404, 'text/plain', 'none');
});
let png: Buffer;
beforeAll(async () => {
  asked = [];
  png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shop = await openTestShop(await freshDatabase());
});
afterAll(async () => {
  server.close();
  await shop.close();
});

const allowed = readConfig({ IMAGE_HOSTS: '127.0.0.1' });

it.each([
  ['/hook.png', null],
  ['/moved.png', null],
  ['/none.png', 'There is no picture at this address: it answers with 404.'],
  ['/page', 'What is at this address is not a picture but text/html.'],
  ['/lying.png', 'What is at this address is not a picture.'],
  ['/huge.png', 'This picture is larger than 10 MB, which is too slow for visitors.'],
  ['/round.png', 'This address keeps redirecting and does not lead to a picture.'],
  ['/inside.png', 'A picture must be uploaded here or come from 127.0.0.1.'],
  ['/away.png', 'A picture must be uploaded here or come from 127.0.0.1.'],
])('of %s it is said: %s', async (path, said) => {
  expect(await checkPicture(`${origin}${path}`, allowed, signal)).toBe(said);
});

it("takes the shop's own pictures as they are, and those of which it cannot know", async () => {
  expect(await checkPicture('/pictures/hook-640.webp', allowed, signal)).toBeNull();
  expect(await checkPicture('http://127.0.0.1:9/hook.png', allowed, signal)).toBeNull();
});

it('looks nowhere inside because webhooks may go there', async () => {
  const before = asked.length;
  expect(await checkPicture(`${origin}/hook.png`, readConfig({ WEBHOOK_HOSTS: '127.0.0.1' }), signal)).toBe(
    'This address leads into a private network, where visitors cannot go.',
  );
  expect(asked.length).toBe(before);
});

it('POST /picture-check looks into no private network, and only for those who may write tools', async () => {
  const sam = await shop.person('Sam', 'sales');
  const wes = await shop.person('Wes', 'warehouse');
  const before = asked.length;
  const { port } = server.address() as AddressInfo;
  for (const address of [
    `https://127.0.0.1:${port}/hook.png`,
    'https://169.254.169.254/x.png',
    'https://[::1]/x.png',
    'https://localhost/x.png',
  ]) {
    const answer = await shop.call('POST', '/picture-check', { as: sam.token, body: { address } });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { problem: 'This address leads into a private network, where visitors cannot go.' },
    ]);
  }
  expect(asked).toHaveLength(before);
  const body = { address: 'https://pictures.test/a.png' };
  expect((await shop.call('POST', '/picture-check', { as: wes.token, body })).status).toBe(403);
  const wrong = await shop.call('POST', '/picture-check', { as: sam.token, body: { address: 'ftp://x/a.png' } });
  expect(await wrong.json()).toMatchObject({ code: 'INVALID_IMAGE_URL' });
});
