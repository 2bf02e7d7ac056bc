// Runs a thread from its sources, as tests and proofs do; the built shop has it beside its own programs.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { build } from 'esbuild';

const [, , source] = process.argv;
const root = join(import.meta.dirname, '../../..');
const sources = ['server', 'sheets', 'contract'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
);
const newest = Math.max(...sources.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
const program = join(root, '.cache', `${basename(source, '.ts')}-${newest}.mjs`);
if (!existsSync(program)) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const outfile = `${program}.${process.pid}-${threadId}`;
  await build({
    entryPoints: [join(root, source)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outfile,
  });
  renameSync(outfile, program);
}
await import(program);
