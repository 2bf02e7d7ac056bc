// Runs a TypeScript entry of the project: from the build where it is there and fresh, else from the sources.
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { isFresh, root } from './freshness.mjs';

const [entry, ...args] = process.argv.slice(2);
const built = join(root, 'build', `${basename(entry, '.ts')}.js`);
// Only what is part of the shop is built; proofs and benches run from their sources.
const command =
  entry.startsWith('server/') && existsSync(built) && isFresh() ? [built] : ['--import', 'tsx', join(root, entry)];
const child = spawn(process.execPath, [...command, ...args], { stdio: 'inherit', cwd: process.cwd() });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
