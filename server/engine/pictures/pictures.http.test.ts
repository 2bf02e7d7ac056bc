import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let dataDir: string;
let database: Database;
let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 10 } } });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'));
  database = await freshDatabase();
  shop = await openTestShop(database, { DATA_DIR: dataDir });
  ada = await shop.person('Ada', 'admin');
});
afterAll(async () => {
  await shop.close();
  await rm(dataDir, { recursive: true });
});

const send = (body: Uint8Array, headers: Record<string, string> = {}, to = shop, token = ada.token) =>
  to.app.fetch(
    new Request('http://shop.test/picture', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png', ...headers },
      body: new Uint8Array(body),
    }),
  );
const kept = () => readdir(join(dataDir, 'uploads')).catch(() => []);
const get = async (path: string, from = shop) => {
  const answer = await from.call('GET', path);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('an uploaded picture', () => {
  it.each([
    ['JPEG', () => drawn(1500, 1000).jpeg().toBuffer()],
    ['PNG', () => drawn(300, 200).png().toBuffer()],
    ['WebP', () => drawn(700, 700).webp().toBuffer()],
    ['AVIF', () => drawn(200, 100).avif({ effort: 0 }).toBuffer()],
  ])(
    'as %s is served in every width as AVIF and WebP, whatever type was claimed, and fits a tool',
    async (_type, make) => {
      const sent = await send(await make(), { 'content-type': 'text/html' });
      expect(sent.status).toBe(201);
      const { image } = (await sent.json()) as { image: string };
      expect(image).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
      for (const width of [160, 320, 640, 1280]) {
        for (const type of ['webp', 'avif']) {
          const { answer, bytes } = await get(image.replace('-640.webp', `-${width}.${type}`));
          expect(answer.status).toBe(200);
          expect(answer.headers.get('content-type')).toBe(`image/${type}`);
          expect(answer.headers.get('cache-control')).toContain('immutable');
          expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
          expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(width);
        }
      }
      expect((await shop.tool({ name: `With ${image}`, image })).image).toBe(image);
    },
  );

  it('stands upright and tells nothing of where it was taken', async () => {
    const photo = await drawn(400, 200)
      .withExif({ IFD0: { Artist: 'Secret', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { image } = (await (await send(photo)).json()) as { image: string };
    const facts = await sharp((await get(image)).bytes).metadata();
    expect([facts.width, facts.height]).toEqual([200, 400]);
    expect([facts.exif, facts.xmp, facts.iptc, facts.icc]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('carries nothing over that was hidden behind it', async () => {
    const polyglot = Buffer.concat([await drawn(50, 50).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>PK')]);
    const sent = await send(polyglot);
    expect(sent.status).toBe(201);
    const { image } = (await sent.json()) as { image: string };
    expect((await get(image)).bytes.includes('script')).toBe(false);
  });

  it('sent twice has one address and one set of files', async () => {
    const picture = await drawn(60, 60).png().toBuffer();
    const first = await (await send(picture)).json();
    const before = await kept();
    expect(await (await send(picture)).json()).toEqual(first);
    expect(await kept()).toEqual(before);
  });
});

describe('what is no picture', () => {
  const png = (bytes: Buffer) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytes]);
  it.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['nothing', () => Buffer.alloc(0), 415],
    ['an SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a GIF', () => drawn(5, 5).gif().toBuffer(), 415],
    ['a TIFF', () => drawn(5, 5).tiff().toBuffer(), 415],
    ['a GIF that is a script', () => Buffer.from('GIF89a=1;alert(1)'), 415],
    ['a page behind a PNG signature', () => png(Buffer.from('<html>')), 400],
    ['half a PNG', async () => (await drawn(900, 900).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5_000), 400],
    ['a PNG of 64 million pixels', () => drawn(8_000, 8_000).png().toBuffer(), 400],
  ])('is refused: %s, and nothing is kept', async (_case, make, status) => {
    const [before, files] = [await shop.digest(), await kept()];
    const answer = await send(await make());
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
    expect(await shop.digest()).toBe(before);
    expect(await kept()).toEqual(files);
  });

  it('is refused above 10 MB, told or untold, and compressed', async () => {
    const large = Buffer.concat([await drawn(5, 5).png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]);
    expect((await send(large)).status).toBe(413);
    expect((await send(Buffer.alloc(8), { 'content-length': String(large.length) })).status).toBe(413);
    expect((await send(await drawn(5, 5).png().toBuffer(), { 'content-encoding': 'gzip' })).status).toBe(415);
  });
});

it('a customer may not upload, and their bytes are not looked at', async () => {
  const alice = await shop.person('Alice');
  const files = await kept();
  const answer = await send(await drawn(5, 5).png().toBuffer(), {}, shop, alice.token);
  expect(answer.status).toBe(403);
  expect(await kept()).toEqual(files);
});

it.each([
  '/uploads/',
  '/uploads/../auth-secret',
  '/uploads/..%2fauth-secret',
  '/uploads/%2e%2e/auth-secret',
  '/uploads/0123456789abcdef0123456789abcdef-640.webp',
  '/uploads/0123456789abcdef0123456789abcdef-640.svg',
  '/uploads/.0123456789abcdef0123456789abcdef-640.webp.aa',
])('there is nothing at %s', async (path) => {
  expect((await shop.call('GET', path)).status).toBe(404);
});

describe.each([
  ['of no upload', '/uploads/none.png'],
  ['of an upload that there is not', '/uploads/0123456789abcdef0123456789abcdef-640.webp'],
])('the address %s', (_what, image) => {
  const issues = [{ path: 'image', message: 'There is no such uploaded picture' }];

  it('is no picture of a tool, new or there; one that a tool has already stays', async () => {
    const tool = await shop.tool({ name: `Without ${image}` });
    const { _id, version: _, documents: __, ...fields } = tool;
    for (const [method, path, body] of [
      ['POST', '/tool', { ...fields, image }],
      ['PUT', `/tool/${_id}`, { ...tool, image }],
    ] as const) {
      const answer = await shop.call(method, path, { as: ada.token, body });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_IMAGE_URL', issues }]);
    }
    await database.raw('update tools set image = $2 where id = $1', [_id, image]);
    const body = { ...tool, image, name: 'Kept' };
    expect((await shop.call('PUT', `/tool/${_id}`, { as: ada.token, body })).status).toBe(200);
  });

  it('is an error of a sheet, unless the tool has it already', async () => {
    const tool = await shop.tool({ name: `In a sheet ${image}` });
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' };
    const rows = [`${tool._id},,,,${image}`, `,New,1,d,${image}`];
    const look = async (...some: string[]) => {
      const body = ['_id,name,price,description,image', ...some].join('\n');
      const sent = new Request('http://shop.test/import/tools', { method: 'POST', headers, body });
      return ((await (await shop.app.fetch(sent)).json()) as DryRun).errors;
    };
    expect(await look(...rows)).toEqual([2, 3].map((row) => ({ row, column: 'image', message: issues[0]!.message })));
    await database.raw('update tools set image = $2 where id = $1', [tool._id, image]);
    expect(await look(rows[0]!)).toEqual([]);
  });
});

describe('with an S3-compatible store', () => {
  const objects = new Map<string, { body: Buffer; type: string | undefined; signed: string | undefined }>();
  let server: Server;
  let broken = false;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const key = request.url ?? '';
        const { authorization, 'content-type': type } = request.headers;
        if (broken) response.statusCode = 403;
        else if (request.method === 'PUT')
          objects.set(key, { body: Buffer.concat(chunks), type, signed: authorization });
        else if (!objects.has(key)) response.statusCode = 404;
        response.end(request.method === 'GET' && !broken ? objects.get(key)?.body : undefined);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );

  it('the files are put there signed and served from there, and a store that fails is said', async () => {
    const { port } = server.address() as AddressInfo;
    const remote = await openTestShop(await freshDatabase(), {
      DATA_DIR: dataDir,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'shop',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    try {
      const { token } = await remote.person('Ada', 'admin');
      const files = await kept();
      const picture = await drawn(70, 70).png().toBuffer();
      const { image } = (await (await send(picture, {}, remote, token)).json()) as { image: string };
      const object = objects.get(`/shop${image}`);
      expect(object?.type).toBe('image/webp');
      expect(object?.signed).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/s3\/aws4_request/);
      expect((await get(image, remote)).bytes).toEqual(object?.body);
      expect(await kept()).toEqual(files);
      expect((await remote.call('GET', '/uploads/0123456789abcdef0123456789abcdef-640.webp')).status).toBe(404);
      broken = true;
      expect((await send(picture, {}, remote, token)).status).toBe(503);
      expect((await remote.call('GET', image)).status).toBe(503);
    } finally {
      await remote.close();
    }
  });
});
