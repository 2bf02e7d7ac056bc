// npm start: builds what is missing or old, then runs the shop in this process.
import './node-version.mjs';
import module from 'node:module';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, root } from './freshness.mjs';

if (!isFresh()) {
  console.log('Building the shop (only when something changed) …');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    // What its tools advise is for who changes the build; "npm run build" says all of it.
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) {
    process.stderr.write(stderr ?? '');
    console.error('The build failed. Run "npm ci" and then "npm run build" to see why.');
    process.exit(1);
  }
}

await import('./end-with-npm.mjs');
module.enableCompileCache?.(join(root, 'build', '.compile-cache'));
await import(pathToFileURL(join(root, 'build', 'main.js')).href);
