// npm start: builds what is missing or old, then runs the shop in this process.
import './node-version.mjs';
import module from 'node:module';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, root } from './freshness.mjs';

if (!isFresh()) {
  console.log('Building the shop (only when something changed) …');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    console.error('The build failed. Run "npm ci" and then "npm run build" to see why.');
    process.exit(1);
  }
}

await import('./end-with-npm.mjs');
module.enableCompileCache?.(join(root, 'build', '.compile-cache'));
await import(pathToFileURL(join(root, 'build', 'main.js')).href);
