// Builds the shop into build/: client files with compressed twins, the pages' server side, the server, the command line.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { newestSource, root, stampFile } from './freshness.mjs';

const started = performance.now();
run('node', ['scripts/pictures.mjs']);
run('node', ['scripts/fonts.mjs']);
const newest = newestSource();
rmSync(join(root, 'build'), { recursive: true, force: true });

run('npx', ['--no-install', 'react-router', 'build']);

await build({
  absWorkingDir: root,
  entryPoints: ['server/main.ts', 'server/shop.ts'],
  outdir: 'build',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Native code and WebAssembly load their own files from where they stand.
  external: ['sharp', 'pdfkit', '@electric-sql/pglite', '@electric-sql/pglite/*', 'pg-native'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
});

rmSync(join(root, 'build/client/.vite'), { recursive: true, force: true });
for (const file of filesIn(join(root, 'build/client'))) compress(file);
writeFileSync(stampFile, String(newest));
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function compress(file) {
  if (!/\.(js|css|svg|html|txt|json|webmanifest)$/.test(file)) return;
  const body = readFileSync(file);
  if (body.length < 600) return;
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  );
}
