// Puts a build in the place of another in one step.
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The one that serves and the one before it, whose processes may still read of it. */
const KEPT = 2;

/**
 * Makes `folder` a link to what stands at `next`, which moves to `builds`: a link takes another's place in one step, so
 * nobody meets none or a half.
 */
export function putInPlace(next, folder, builds) {
  mkdirSync(builds, { recursive: true });
  const newest = readdirSync(builds)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .at(-1);
  // Later than the one before also where two are made in one millisecond.
  const number = Math.max(Date.now(), newest === undefined ? 0 : Number.parseInt(newest, 36) + 1);
  const made = join(builds, number.toString(36));
  renameSync(next, made);
  const link = join(builds, '.link');
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(folder), made), link, 'junction');
  // A folder of its own, as earlier versions made it, has to go first.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) renameSync(folder, join(builds, '0'));
  renameSync(link, folder);
  const all = readdirSync(builds).toSorted();
  for (const old of all.slice(0, -KEPT)) rmSync(join(builds, old), { recursive: true, force: true });
}
