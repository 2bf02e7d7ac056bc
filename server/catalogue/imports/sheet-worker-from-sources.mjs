// Runs the thread from its sources, as tests and proofs do; the built shop has it beside its own programs.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { build } from 'esbuild';

const here = import.meta.dirname;
const root = join(here, '../../..');
const sources = [here, join(root, 'sheets'), join(root, 'contract')].flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
);
const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
const program = join(root, '.cache', `sheet-worker-${newest}.mjs`);
if (!existsSync(program)) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const outfile = `${program}.${process.pid}-${threadId}`;
  await build({ entryPoints: [join(here, 'sheet-worker.ts')], bundle: true, format: 'esm', platform: 'node', outfile });
  renameSync(outfile, program);
}
await import(program);
