// npm start: builds what is missing or old, then runs the shop in this process.
import module from 'node:module';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, root } from './freshness.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Tradebench needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

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

// npm passes SIGTERM to its shell alone, which dies of it and leaves this process behind with the port and the data folder.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, 'SIGTERM'), 250).unref();
}

module.enableCompileCache?.(join(root, 'build', '.compile-cache'));
await import(pathToFileURL(join(root, 'build', 'main.js')).href);
