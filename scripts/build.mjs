// Builds the shop into build/: client files with compressed twins, the pages' server side, the server, the command line.
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { newestSource, root } from './freshness.mjs';
import { leading, speakIn } from './languages.mjs';
import { putInPlace } from './put-in-place.mjs';
import { EXTERNAL } from './runtime-packages.mjs';

/** Files with a hash in their name: what serves from the build before goes on finding its own. */
const HASHED = ['client/assets', 'chunks'];

/** What the browser's scripts and fonts ask to be passed on with them; the pages link to it. */
const LICENCES = 'client/licences.txt';

/** Languages that pages are served in beside that of the sources: those of content/ wait until their addresses are there. */
const SERVED_BESIDE = [];

const folder = join(root, 'build');
const next = join(root, '.cache', 'build-next');
const started = performance.now();
await run('node', ['scripts/fonts.mjs']);
const newest = newestSource();
// Made beside the one that serves and then put in its place, so that no process ever meets half a build.
rmSync(next, { recursive: true, force: true });
mkdirSync(next, { recursive: true });

// Most of the bundler's work is one processor's: what does not need its files is made meanwhile.
const pages = run('node_modules/.bin/react-router', ['build']);
const empty = emptyDatabase();
const server = await build({
  absWorkingDir: root,
  entryPoints: [
    'server/main.ts',
    'server/serve.ts',
    'server/cli.ts',
    // A thread begins with a file of its own.
    { in: 'server/catalogue/imports/sheet-worker.ts', out: 'sheet-worker' },
    { in: 'server/money/bank-imports/bank-file-worker.ts', out: 'bank-file-worker' },
    { in: 'server/money/papers/paper-worker.ts', out: 'paper-worker' },
  ],
  outdir: next,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: [...EXTERNAL, '@electric-sql/pglite/*', 'pg-native'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
  // The pages' build empties the folder.
  write: false,
});
await pages;
shortenManifest();
speakInLanguages();
mkdirSync(join(next, 'chunks'), { recursive: true });
for (const { path, contents } of server.outputFiles) writeFileSync(path, contents);

refuseNamelessChunks();
addLicencesOfFonts();
rmSync(join(next, 'client/.vite'), { recursive: true, force: true });
await Promise.all(filesIn(join(next, 'client')).map(compress));
keepHashedOfBefore();
cpSync(await empty, join(next, 'pglite.tar.gz'));
// What is shipped holds no sources: papers load their letters from here.
cpSync(join(root, 'server/money/papers/fonts'), join(next, 'paper-fonts'), { recursive: true });
writeFileSync(join(next, 'made-from'), String(newest));
putInPlace(next, folder, join(root, '.cache', 'builds'));
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);

async function run(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: join('.cache', 'build-next') },
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

/** An empty PGlite as a file, with which a new shop begins; the same until PGlite itself changes. */
async function emptyDatabase() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'));
  const file = join(root, '.cache', `pglite-${version}.tar.gz`);
  if (existsSync(file)) return file;
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create();
  const image = await engine.dumpDataDir('gzip');
  await engine.close();
  writeFileSync(`${file}.partial`, new Uint8Array(await image.arrayBuffer()));
  renameSync(`${file}.partial`, file);
  return file;
}

/**
 * Says of each route only what it has, and of its files those that not every page has: all pages fetch the list of all,
 * and what is not said is taken as false.
 */
function shortenManifest() {
  const assets = join(next, 'client/assets');
  const BEGINNING = 'window.__reactRouterManifest=';
  for (const name of readdirSync(assets).filter((file) => file.startsWith('manifest-'))) {
    const text = readFileSync(join(assets, name), 'utf8');
    if (!text.startsWith(BEGINNING)) throw new Error(`${name} is not as React Router wrote it before`);
    const manifest = JSON.parse(text.slice(BEGINNING.length).replace(/;$/, ''));
    const { entry, routes } = manifest;
    for (const kind of ['imports', 'css']) {
      const files = Object.fromEntries(Object.values(routes).map((route) => [route.id, route[kind] ?? []]));
      // A page comes with the routes around it.
      const around = ({ parentId }) =>
        parentId ? [...files[parentId], ...around(routes[parentId])] : (entry[kind] ?? []);
      for (const route of Object.values(routes)) {
        if (!route.parentId) continue;
        const present = new Set(around(route));
        const own = files[route.id].filter((file) => !present.has(file));
        // In one order for all, the lists repeat one another, and repetition is what compression takes out. Styles stand as they
        // do in the documents: in another order they would be another page to the script that takes it over.
        route[kind] = kind === 'css' ? own : own.toSorted();
      }
    }
    const short = JSON.stringify(manifest, (_key, value) => (value === false ? undefined : value));
    writeFileSync(join(assets, name), `${BEGINNING}${short};`);
  }
}

/** Writes the pages in each language, in the browser and on the server: `server/index.de.js` renders what `assets/….de-….js` takes over. */
function speakInLanguages() {
  const inBrowser = speakIn(join(next, 'client/assets'), root, SERVED_BESIDE);
  const onServer = speakIn(join(next, 'server/assets'), root, SERVED_BESIDE, inBrowser);
  for (const [language, names] of Object.entries(onServer)) {
    const index = readFileSync(join(next, 'server/index.js'), 'utf8');
    writeFileSync(join(next, `server/index.${language}.js`), leading(names)(index));
  }
}

/** CommonJS that is imported on demand gets a file with a default export alone: its names are there in tests and not here. */
function refuseNamelessChunks() {
  for (const path of filesIn(join(next, 'chunks')))
    if (/^export default require_\w+\(\);$/m.test(readFileSync(path, 'utf8')))
      throw new Error(
        `${path} has no names: import a file that passes them on, as server/engine/sheets/zip-files.ts does`,
      );
}

/** The list of notices is of scripts; fonts are given away too, and theirs is to go along. */
function addLicencesOfFonts() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(devDependencies).filter((each) => each.startsWith('@fontsource'))) {
    const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
    appendFileSync(join(next, LICENCES), `\n---\n\n## ${name}\n\n${text}`);
  }
}

/** Takes over what the last build made, but not what that one had taken over: while processes are replaced, both serve. */
function keepHashedOfBefore() {
  const own = HASHED.flatMap((part) =>
    existsSync(join(next, part)) ? readdirSync(join(next, part)).map((name) => `${part}/${name}`) : [],
  );
  const list = join(folder, 'own-files.json');
  for (const name of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    if (existsSync(join(folder, name)) && !existsSync(join(next, name))) cpSync(join(folder, name), join(next, name));
  }
  writeFileSync(join(next, 'own-files.json'), JSON.stringify(own));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

async function compress(file) {
  if (!/\.(js|css|svg|html|txt|json|webmanifest)$/.test(file)) return;
  const body = readFileSync(file);
  if (body.length < 600) return;
  const twins = await Promise.all([
    promisify(gzip)(body, { level: 9 }),
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  ]);
  for (const [index, twin] of twins.entries()) writeFileSync(`${file}.${['gz', 'br'][index]}`, twin);
}
