import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';

const folder = join(projectRoot, 'migrations');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
const landed = JSON.parse(readFileSync(join(folder, 'landed.json'), 'utf8')) as Record<string, string>;

it('a migration that has landed is never edited, since it has already run somewhere', () => {
  // A new one is added to migrations/landed.json with the hash that this prints.
  const found = Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
  expect(found).toEqual(landed);
});

it('migrations run in the order of their names, no two under one number', () => {
  expect(files.every((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))).toBe(true);
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length);
});
