// npm run serve: runs the shop as it was built, without the development packages; PROCESSES=4 runs four of it.
import './node-version.mjs';
import module from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './freshness.mjs';

const entry = join(root, 'build', 'serve.js');
if (!existsSync(entry)) {
  console.error('The shop is not built. Run "npm ci" and "npm run build" first; "npm prune --omit=dev" after it.');
  process.exit(1);
}
await import('./end-with-npm.mjs');
module.enableCompileCache?.(join(root, 'build', '.compile-cache'));
await import(pathToFileURL(entry).href);
