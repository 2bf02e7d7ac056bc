// Checks the types of everything, after making those that are made from something else.
import { spawn } from 'node:child_process';
import { root } from './freshness.mjs';

const made = await Promise.all([
  run('node', ['scripts/run.mjs', 'scripts/openapi-types.ts']),
  run('npx', ['--no-install', 'react-router', 'typegen']),
]);
process.exit(
  made.find((status) => status !== 0) ??
    (await run('node', ['node_modules/typescript-7/bin/tsc', '--noEmit', '--checkers', '2'])),
);

/** @returns the status with which it ended */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('exit', (status) => resolve(status ?? 1));
  });
}
