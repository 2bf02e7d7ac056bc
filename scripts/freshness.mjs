// Tells whether build/ was made from the sources as they are now.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'build', 'made-from');

const FOLDERS = ['contract', 'server', 'sheets', 'web', 'sandbox', 'content', 'public'];
const FILES = [
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.mjs',
  'scripts/languages.mjs',
];

/** The time of the last change to anything that the build is made from, in ms. */
export function newestSource() {
  let newest = 0;
  for (const file of FILES) newest = Math.max(newest, changedAt(join(root, file)));
  for (const folder of FOLDERS) newest = Math.max(newest, newestIn(join(root, folder)));
  return newest;
}

/** Whether a build is there and none of its sources is newer; a shop shipped without sources is always fresh. */
export function isFresh() {
  if (!existsSync(stampFile)) return false;
  return !existsSync(join(root, 'web')) || newestSource() <= Number(readFileSync(stampFile, 'utf8'));
}

function newestIn(folder) {
  if (!existsSync(folder)) return 0;
  let newest = changedAt(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) newest = Math.max(newest, newestIn(path));
    else if (!/\.test\.tsx?$/.test(entry.name)) newest = Math.max(newest, changedAt(path));
  }
  return newest;
}

function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
