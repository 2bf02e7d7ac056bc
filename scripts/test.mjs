// npm test: every check of the project, in the order in which a failure is cheapest to find.
// `npm test -- unit race` runs only the steps named.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isFresh, root } from './freshness.mjs';

const vitest = (...projects) => [
  'npx',
  '--no-install',
  'vitest',
  'run',
  ...projects.flatMap((name) => ['--project', name]),
];
const STEPS = {
  format: ['npx', '--no-install', 'oxfmt', '--check'],
  lint: ['npm', 'run', '--silent', 'lint'],
  types: ['npm', 'run', '--silent', 'types'],
  unit: vitest('unit'),
  http: vitest('http', 'http-pglite'),
  race: vitest('race'),
  build: ['node', 'scripts/build.mjs'],
  browser: vitest('e2e'),
  operate: ['node', '--import', 'tsx', 'prove/operate/main.ts'],
};
/** Needs nginx, HAProxy, podman and the like, which it does not install: run where it is named. */
const ONLY_WHEN_NAMED = new Set(['operate']);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}`);
  process.exit(1);
}

let passed = 0;
let failed = 0;
const began = performance.now();
for (const [name, command] of Object.entries(STEPS)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_WHEN_NAMED.has(name)) continue;
  if (name === 'build' && isFresh()) continue;
  if (name === 'browser' && !existsSync(join(root, 'e2e'))) continue;
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  const started = performance.now();
  const { status, output } = await run(command);
  const tests = stripVTControlCharacters(output).match(/^\s*Tests\s+.*$/m)?.[0] ?? '';
  passed += Number(/(\d+) passed/.exec(tests)?.[1] ?? 0);
  failed += Number(/(\d+) failed/.exec(tests)?.[1] ?? 0);
  console.log(`${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) {
    console.error(`\nThe step "${name}" failed. Run it alone with: npm test -- ${name}`);
    console.log(`${passed} passed, ${Math.max(failed, 1)} failed`);
    process.exit(1);
  }
}
console.log(`\nAll of it in ${((performance.now() - began) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed`);

function run([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.stderr.on('data', (chunk) => process.stderr.write(chunk));
    child.on('exit', (status) => resolve({ status, output }));
  });
}
