import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openConfigured } from './engine/db/open-configured.ts';
import { makeFilesPrivate, makePrivate } from './private-folder.ts';
import { projectRoot } from './project-root.ts';

/** What others than its owner may read, write or enter, of a folder and all in it. */
function openToOthers(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ].filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0);
}

afterEach(() => process.umask(0o022));

it("keeps DATA_DIR and all in it its owner's alone, whatever the umask, and an older folder from its next start on", async () => {
  process.umask(0);
  const dataDir = join(mkdtempSync(join(tmpdir(), 'private-')), 'data');
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads', 'picture.webp'), '');
  expect(openToOthers(dataDir)).toHaveLength(3);

  makeFilesPrivate();
  const config = { dataDir, databaseUrl: undefined, databaseDirectUrl: undefined, databaseReplicaUrls: [] };
  const database = await openConfigured(config);
  await database.raw('create table later (id int)');
  await database.raw('checkpoint');
  expect(openToOthers(dataDir)).toEqual([]);
  await database.close();
  expect(openToOthers(dataDir)).toEqual([]);
});

it('is asked for by whatever reads the environment to start something', () => {
  const files = ['server', 'scripts'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { encoding: 'utf8' })
      .filter((name) => /(?<!test)\.(ts|mjs)$/.test(name))
      .map((name) => readFileSync(join(projectRoot, folder, name), 'utf8')),
  );
  const starts = files.filter((text) => /readConfig\(process\.env/.test(text));
  expect(starts.length).toBeGreaterThan(3);
  for (const text of starts) expect(text).toContain('makeFilesPrivate()');
});

it('leaves alone what a link leads to, and a folder that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-'));
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'elsewhere-')), 'file');
  writeFileSync(elsewhere, '');
  chmodSync(elsewhere, 0o644);
  symlinkSync(elsewhere, join(folder, 'link'));
  await makePrivate(folder);
  expect(lstatSync(elsewhere).mode & 0o777).toBe(0o644);
  await expect(makePrivate(join(folder, 'missing'))).resolves.toBeUndefined();
});
