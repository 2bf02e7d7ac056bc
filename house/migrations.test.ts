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

/** Takes something away from, or asks more of, the version that still serves while the migration runs. */
const TAKES_AWAY =
  /\b(drop (table|column|view|function|type)|rename (to|column)|set not null|alter (column )?\S+ (set data )?type|add constraint(?![^;]*not valid))\b|add column[^,;]*not null(?![^,;]*default)/i;

it('a migration leaves the version before it able to serve, or says since when nothing uses what it takes away (attacks T104)', () => {
  // The first ones made the shop; nothing served before them.
  const wrong = files
    .filter((name) => name > '0006')
    .filter((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return TAKES_AWAY.test(text) && !/^-- Unused since \S+/.test(text);
    });
  expect(wrong).toEqual([]);
});

it.each([
  ['alter table tools drop column sku', true],
  ['alter table tools rename column sku to code', true],
  ['alter table tools alter column sku set not null', true],
  ['alter table tools alter column sku type int', true],
  ['alter table tools add column weight int not null', true],
  ['alter table tools add column weight int not null default 0', false],
  ['alter table tools add column weight int', false],
  ['create table carts (id text primary key)', false],
  ['create index on tools (sku)', false],
])('%s: takes something away: %s', (text, expected) => expect(TAKES_AWAY.test(text)).toBe(expected));
