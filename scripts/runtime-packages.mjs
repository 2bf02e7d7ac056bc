// The packages that the built shop loads from node_modules: native code and WebAssembly load their own files from where
// they stand; all else is in the build. `node scripts/runtime-packages.mjs FOLDER` copies them there.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './freshness.mjs';

export const EXTERNAL = ['sharp', 'pdfkit', '@electric-sql/pglite'];

/** Their folders and those of all that they need, as paths from the project's own. */
export function runtimePackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const add = (name, from) => {
    // As Node looks: in the package's own folder, then in those above it.
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
      if (packages[path]) {
        // What is for another kind of machine is locked and not installed.
        if (found.has(path) || !existsSync(join(root, path))) return;
        found.add(path);
        const { dependencies = {}, optionalDependencies = {} } = packages[path];
        for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, path);
        return;
      }
      if (folder === '') return;
    }
  };
  for (const name of EXTERNAL) add(name, '');
  return [...found];
}

/** What nothing loads: maps and types for those who develop, tools of the packages' own makers. */
const NOT_LOADED = /\.map$|\.d\.[cm]?ts$|\/\.yarn(\/|$)/;

const [, script, to] = process.argv;
if (script === fileURLToPath(import.meta.url) && to !== undefined) {
  // One inside another package comes with it.
  for (const path of runtimePackages().filter((each) => each.lastIndexOf('node_modules/') === 0))
    cpSync(join(root, path), join(to, path), { recursive: true, filter: (from) => !NOT_LOADED.test(from) });
}
