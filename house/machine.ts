import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { projectRoot } from '#server/project-root.ts';

/** The commit that measurements were measured at, and whether something but what measurements themselves write was changed. */
export function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();
  try {
    const status = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs', ':!bench/results');
    return git('rev-parse', '--short', 'HEAD') + (status === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

/** The machine that measurements were measured on. */
export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
