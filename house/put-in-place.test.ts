import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'tradebench-in-place-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const SWAPS = 100;
const [folder, builds] = [join(root, 'build'), join(root, '.cache/builds')];

const script = new URL('../scripts/put-in-place.mjs', import.meta.url).href;
const { putInPlace } = (await import(script)) as {
  putInPlace(next: string, folder: string, builds: string): void;
};

/** A build whose two files say the same. */
function built(stamp: string): string {
  const next = join(root, 'next');
  mkdirSync(next);
  for (const name of ['main.js', 'made-from']) writeFileSync(join(next, name), stamp);
  return next;
}

it('a folder that an earlier version built is replaced by a link, and the build before the newest is kept', () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'made-from'), 'folder');
  for (const stamp of ['first', 'second', 'third']) {
    putInPlace(built(stamp), folder, builds);
    expect(readFileSync(join(folder, 'made-from'), 'utf8')).toBe(stamp);
  }
  const kept = readdirSync(builds).map((name) => readFileSync(join(builds, name, 'made-from'), 'utf8'));
  expect(kept.toSorted()).toEqual(['second', 'third']);
});

it('who reads while builds are put in place finds each time a whole one', async () => {
  // Says each stamp that it reads once, and how often it found nothing.
  const reader = spawn(
    process.execPath,
    [
      '-e',
      `let last = '';
       const look = () => {
         try {
           const stamp = require('node:fs').readFileSync(process.argv[1], 'utf8');
           if (stamp !== last) console.log((last = stamp));
         } catch (error) { console.log('nothing: ' + error.message); }
         setImmediate(look);
       };
       look();`,
      join(folder, 'made-from'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  for await (const line of createInterface({ input: reader.stdout })) {
    said.push(line);
    // The next only when this one was seen: a build goes when two have come after it.
    if (said.length > SWAPS) break;
    putInPlace(built(String(said.length)), folder, builds);
  }
  reader.kill();
  expect(said).toEqual(['third', ...Array.from({ length: SWAPS }, (_, index) => String(index + 1))]);
});
