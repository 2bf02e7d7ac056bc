import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';

/** The SHA-256 of each migration that a release was the first to hold, by release; written when it is made (CONTRIBUTING). */
type Landed = Record<string, Record<string, string>>;

const folder = join(projectRoot, 'migrations');
const landed = JSON.parse(readFileSync(join(folder, 'landed.json'), 'utf8')) as Landed;
const hashOf = (text: Buffer | string) => createHash('sha256').update(text).digest('hex');
const hashes = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => [name, hashOf(readFileSync(join(folder, name)))]),
);
const files = Object.keys(hashes);

/** What is not as a release had it. */
function editedSince(releases: Landed, found: Record<string, string>): string[] {
  return Object.entries(releases).flatMap(([release, held]) =>
    Object.entries(held).flatMap(([name, hash]) => (found[name] === hash ? [] : [`${name} of ${release}`])),
  );
}

/** What is older than a migration that a release held, and would never come before it there. */
function tooEarly(releases: Landed, found: string[]): string[] {
  const held = Object.values(releases).flatMap((release) => Object.keys(release));
  return found.filter((name) => !held.includes(name) && held.some((other) => other > name));
}

it('a migration that was released is never edited, since it has already run somewhere', () => {
  expect(editedSince(landed, hashes)).toEqual([]);
  expect(tooEarly(landed, files)).toEqual([]);
});

it.each<[string, Landed, Record<string, string>, string[]]>([
  ['before the first release all may change', {}, { '0001-a.sql': 'x' }, []],
  ['released and as it was', { '1.0.0': { '0001-a.sql': 'x' } }, { '0001-a.sql': 'x', '0002-b.sql': 'y' }, []],
  ['edited', { '1.0.0': { '0001-a.sql': 'x' } }, { '0001-a.sql': 'y' }, ['0001-a.sql of 1.0.0']],
  ['gone', { '1.0.0': { '0001-a.sql': 'x' } }, {}, ['0001-a.sql of 1.0.0']],
])('%s', (_, releases, found, wrong) => expect(editedSince(releases, found)).toEqual(wrong));

it('a new migration comes after those that were released', () => {
  const released = { '1.0.0': { '0001-a.sql': 'x', '0003-c.sql': 'x' } };
  expect(tooEarly(released, ['0001-a.sql', '0002-b.sql', '0003-c.sql', '0004-d.sql'])).toEqual(['0002-b.sql']);
});

it('landed.json has the migrations of each release that is tagged here', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  const { status, stdout } = spawnSync('git', ['tag', '--list', 'v[0-9]*.[0-9]*.[0-9]*'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const tags = status === 0 ? stdout.split('\n').filter((tag) => tag !== '') : [];
  const released = tags.flatMap((tag) => git('ls-tree', '-r', '--name-only', tag, 'migrations/').trim().split('\n'));
  const known = Object.values(landed).flatMap((release) => Object.keys(release));
  expect(released.filter((path) => path.endsWith('.sql') && !known.includes(path.slice('migrations/'.length)))).toEqual(
    [],
  );
});

it('migrations run in the order of their names, no two under one number', () => {
  expect(files.every((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))).toBe(true);
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length);
});

/** Takes something away from, or asks more of, the version that still serves while the migration runs. */
const TAKES_AWAY =
  /\b(drop (table|column|view|function|type)|rename (to|column)|set not null|alter (column )?\S+ (set data )?type|add constraint(?![^;]*not valid))\b|add column[^,;]*not null(?![^,;]*default)/i;

it('a migration leaves the version before it able to serve, or says since when nothing uses what it takes away (attacks T104)', () => {
  // Those of the first release made the shop: nothing served before them. Before it is made, all are.
  const [first] = Object.values(landed);
  const made = first ? Object.keys(first) : files;
  const wrong = files
    .filter((name) => !made.includes(name))
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
