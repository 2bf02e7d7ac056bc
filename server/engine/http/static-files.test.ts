import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { staticFiles } from './static-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradebench-files-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'page-1a2b.js'), 'one()');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a file is read once, however many ask, and then without waiting', async () => {
  const files = staticFiles(folder);
  expect(files.peek('/assets/page-1a2b.js')).toBeUndefined();
  const all = await Promise.all(Array.from({ length: 20 }, () => files.read('/assets/page-1a2b.js')));
  expect(new Set(all).size).toBe(1);
  expect(all[0]?.body.toString()).toBe('one()');
  expect(all[0]?.headers['cache-control']).toContain('immutable');
  expect(files.peek('/assets/page-1a2b.js')).toBe(all[0]);
});

it('a file that has gone since the start is not there, which is told, and what was read before stays', async () => {
  const gone: string[] = [];
  const files = staticFiles(folder, (path) => gone.push(path));
  await files.read('/favicon.svg');
  rmSync(folder, { recursive: true });
  expect(await files.read('/assets/page-1a2b.js')).toBeUndefined();
  expect((await files.read('/favicon.svg'))?.body.toString()).toBe('<svg/>');
  expect(gone).toEqual(['/assets/page-1a2b.js']);
});

it('a file that cannot be read now is 503, and is there again when it can', async () => {
  const files = staticFiles(folder);
  const file = join(folder, 'favicon.svg');
  rmSync(file);
  // Reading a folder fails as reading without a free descriptor does: neither says that the file is not there.
  mkdirSync(file);
  await expect(files.read('/favicon.svg')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  rmSync(file, { recursive: true });
  writeFileSync(file, '<svg id="back"/>');
  expect((await files.read('/favicon.svg'))?.body.toString()).toBe('<svg id="back"/>');
});

it('nothing outside the folder is reached (attacks T81)', async () => {
  const files = staticFiles(join(folder, 'assets'));
  for (const path of ['/../favicon.svg', '/..%2ffavicon.svg', '//etc/passwd', '/favicon.svg'])
    expect(await files.read(path), path).toBeUndefined();
});
