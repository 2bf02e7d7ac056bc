import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** What 0.1.0 was, the release before this one. */
export const BEFORE = { version: '0.1.0', commit: 'dbd587e' };

/** Whether this clone has that commit; one that was made with `--depth` does not. */
export function hasReleaseBefore(): boolean {
  const { status } = spawnSync('git', ['cat-file', '-e', `${BEFORE.commit}^{commit}`], {
    cwd: projectRoot,
    stdio: 'ignore',
  });
  return status === 0;
}

/** Builds the release before this one, once, with its own packages. @returns its folder */
export function releaseBefore(): string {
  const folder = join(projectRoot, '.cache', 'releases', BEFORE.commit);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const archive = execFileSync('git', ['archive', BEFORE.commit], { cwd: projectRoot, maxBuffer: 512 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', partial], { input: archive });
  execFileSync('npm', ['ci'], { cwd: partial, stdio: ['ignore', 'ignore', 'inherit'] });
  // Its own name is its folder's, wherever that is.
  renameSync(partial, folder);
  try {
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}
