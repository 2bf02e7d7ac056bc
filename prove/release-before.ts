import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

export interface Release {
  /** Its tag, such as v1.0.0. */
  tag: string;
  commit: string;
}

/** The newest release that this version comes after; none where nothing was released, or in a clone without its tags. */
export function releaseBefore(): Release | null {
  const asked = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const tag = asked('describe', '--tags', '--abbrev=0', '--match=v[0-9]*.[0-9]*.[0-9]*', 'HEAD^');
  const commit = tag && asked('rev-parse', '--short', `${tag}^{commit}`);
  return tag && commit ? { tag, commit } : null;
}

/** Whether a release before this version is known here where there was one: a clone made with `--depth` has no tags. */
export function knowsReleaseBefore(): boolean {
  const landed = JSON.parse(readFileSync(join(projectRoot, 'migrations', 'landed.json'), 'utf8')) as object;
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  return releaseBefore() !== null || Object.keys(landed).every((release) => release === version);
}

/** Builds a release, once, with its own packages. @returns its folder */
export function builtRelease({ commit }: Release): string {
  const folder = join(projectRoot, '.cache', 'releases', commit);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 512 * 1024 * 1024 });
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
