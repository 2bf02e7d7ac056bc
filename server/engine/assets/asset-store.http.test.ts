import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Log } from '#server/log.ts';
import { createAssetStore } from './asset-store.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const secret = { AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only' };
const folder = mkdtempSync(join(tmpdir(), 'tradebench-assets-'));
let database: Database;
let bucket: Server;
/** What the S3-compatible store holds, by path. */
const stored = new Map<string, string>();

beforeAll(async () => {
  database = await freshDatabase();
  bucket = createServer((request, response) => {
    const path = request.url ?? '';
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'PUT') stored.set(path, body);
      if (request.method === 'DELETE') stored.delete(path);
      const found = stored.get(path);
      response.writeHead(request.method === 'GET' && found === undefined ? 404 : 200).end(found ?? '');
    });
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => database.raw('delete from built_assets'));
afterAll(async () => {
  bucket.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings: Record<string, () => Record<string, string>> = {
  'the database': () => ({}),
  'an S3-compatible store': () => ({
    S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_BUCKET: 'shop',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }),
};

it.each(Object.keys(settings))(
  'in %s, a version finds the files of another, until nobody had them for long',
  async (where) => {
    const config = readConfig({ ...secret, ...settings[where]!(), ASSETS_KEPT_DAYS: '7' });
    const open = () => createAssetStore(config, database, silent);
    const [older, newer] = [open(), open()];
    const names = { old: `page-${where.length}old.js`, new: `page-${where.length}new.js` };
    writeFileSync(join(folder, names.old), 'old()');
    await older.keep(folder);
    rmSync(join(folder, names.old));
    writeFileSync(join(folder, names.new), 'new() // ✓');
    await newer.keep(folder);
    expect((await newer.get(names.old))?.toString()).toBe('old()');
    expect((await older.get(names.new))?.toString()).toBe('new() // ✓');
    expect(await older.get('page-none.js')).toBeNull();

    await database.raw(`update built_assets set seen_at = now() - interval '8 days'`);
    await open().keep(folder);
    expect(await older.get(names.old)).toBeNull();
    expect((await older.get(names.new))?.toString()).toBe('new() // ✓');
    expect([...stored.keys()].filter((path) => path.endsWith(names.old))).toEqual([]);
  },
);

it.each(['../secret.js', 'a/b.js', 'page.html', 'x'.repeat(300), 'page-1.js.map'])(
  '%s is looked up nowhere (attacks T81)',
  async (name) => {
    const asked: unknown[] = [];
    const watched = { raw: async (...call: unknown[]) => void asked.push(call) as never };
    expect(await createAssetStore(readConfig(secret), watched, silent).get(name)).toBeNull();
    expect(asked).toEqual([]);
  },
);
