// npm test: every check of the project, in the order in which a failure is cheapest to find. What uses one processor
// alone runs at once, so that the other does not idle; what each of them says comes together.
// `npm test -- unit race` runs only the steps named.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isFresh, root } from './freshness.mjs';

/** A package's command by itself: npx takes a second of the processor to find it. */
const command = (name, ...words) => [process.execPath, join(root, 'node_modules', '.bin', name), ...words];
const vitest = (...projects) => command('vitest', 'run', ...projects.flatMap((name) => ['--project', name]));
const STEPS = {
  format: command('oxfmt', '--check'),
  lint: ['npm', 'run', '--silent', 'lint'],
  types: ['npm', 'run', '--silent', 'types'],
  build: ['node', 'scripts/build.mjs'],
  unit: vitest('unit'),
  http: vitest('http'),
  // By itself: workers that take turns between engines load the server anew with each.
  pglite: vitest('http-pglite'),
  race: vitest('race'),
  browser: [...vitest('e2e'), '--maxWorkers', '2'],
  operate: ['node', '--import', 'tsx', 'prove/operate/main.ts'],
};
/** Run at once; all others have both processors. What is linted imports files that `types` writes anew. */
const AT_ONCE = [
  ['format', 'lint'],
  ['types', 'build'],
];
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
const chosen = Object.keys(STEPS).filter((name) => {
  // Once for all: files of the browser's step that find the build stale at once would each make it, in one place.
  if (name === 'build')
    return !isFresh() && (wanted.length === 0 || wanted.includes(name) || wanted.includes('browser'));
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_WHEN_NAMED.has(name)) return false;
  return name !== 'browser' || existsSync(join(root, 'e2e'));
});
for (const group of AT_ONCE) await steps(chosen.filter((name) => group.includes(name)));
for (const name of chosen.filter((each) => !AT_ONCE.flat().includes(each))) await steps([name]);
console.log(`\nAll of it in ${((performance.now() - began) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed`);

/** Runs them at once and says of each what it said, in their order; ends the whole where one fails. */
async function steps(names) {
  const alone = names.length < 2;
  if (alone) for (const name of names) head(name);
  const running = names.map((name) => run(STEPS[name], alone));
  const broken = [];
  for (const [index, name] of names.entries()) {
    const { status, output, said, seconds } = await running[index];
    if (!alone) {
      head(name);
      process.stdout.write(said);
    }
    const tests = stripVTControlCharacters(output).match(/^\s*Tests\s+.*$/m)?.[0] ?? '';
    passed += Number(/(\d+) passed/.exec(tests)?.[1] ?? 0);
    failed += Number(/(\d+) failed/.exec(tests)?.[1] ?? 0);
    console.log(`${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
    if (status !== 0) broken.push(name);
  }
  if (broken.length === 0) return;
  for (const name of broken) console.error(`\nThe step "${name}" failed. Run it alone with: npm test -- ${name}`);
  console.log(`${passed} passed, ${Math.max(failed, broken.length)} failed`);
  process.exit(1);
}

function head(name) {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
}

/** @param live whether what it says is passed on at once, and not with the rest in `said` */
function run([command, ...args], live) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let said = '';
    const tell = (chunk, stream) => {
      if (live) stream.write(chunk);
      else said += chunk;
    };
    child.stdout.on('data', (chunk) => {
      output += chunk;
      tell(chunk, process.stdout);
    });
    child.stderr.on('data', (chunk) => tell(chunk, process.stderr));
    child.on('close', (status) => resolve({ status, output, said, seconds: (performance.now() - started) / 1000 }));
  });
}
