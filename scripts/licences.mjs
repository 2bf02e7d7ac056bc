// npm run licences: what a running shop is made of, and under which licences; fails where one would bind its users.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './freshness.mjs';

const ALLOWED =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|MIT OR Apache-2\.0|MIT or MPL-2\.0)$/;
/** Shared libraries beside the code that anybody may replace: libvips, under the LGPL, used unchanged; part of the build alone. */
const REPLACEABLE = /^(@img\/sharp-|lightningcss)/;
/** Packages that name no licence in their manifest but bring one along. */
const UNDECLARED = { 'png-js@2.0.0': 'MIT' };

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const byLicence = new Map();
const refused = [];
for (const [path, { version, license: declared, dev }] of Object.entries(packages)) {
  if (path === '' || dev) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const license = declared ?? UNDECLARED[`${name}@${version}`] ?? 'none';
  byLicence.set(license, [...(byLicence.get(license) ?? []), `${name}@${version}`]);
  if (!ALLOWED.test(license) && !REPLACEABLE.test(name)) refused.push(`${name}: ${license}`);
}
for (const [licence, names] of [...byLicence].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${licence} (${names.length}): ${names.join(', ')}`);
if (refused.length > 0) {
  console.error(`\nNot allowed:\n${refused.join('\n')}`);
  process.exit(1);
}
