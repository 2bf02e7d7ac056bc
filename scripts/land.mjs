// Notes in migrations/landed.json what the release that is about to be tagged holds and none before it did.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'migrations');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const landed = JSON.parse(readFileSync(join(folder, 'landed.json'), 'utf8'));
if (landed[version]) throw new Error(`${version} is released: give package.json the number of the next one.`);
const before = new Set(Object.values(landed).flatMap(Object.keys));
landed[version] = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !before.has(name))
    .toSorted()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
);
writeFileSync(join(folder, 'landed.json'), `${JSON.stringify(landed, null, 2)}\n`);
console.log(`${version}: ${Object.keys(landed[version]).length} migrations`);
