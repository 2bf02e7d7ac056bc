import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
}
const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
const manifest = read('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>> & {
  allowScripts: Record<string, boolean>;
};
const lock = Object.entries((read('package-lock.json') as { packages: Record<string, Locked> }).packages)
  .filter(([path]) => path !== '')
  .map(([path, facts]) => ({ ...facts, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }));

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'MIT OR Apache-2.0',
  'MIT or MPL-2.0',
]);
/** Weak copyleft that stays in files of its own, which anybody may replace: used unchanged, never linked in. */
const REPLACEABLE: [RegExp, string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later: libvips, a shared library beside sharp'],
  [/^lightningcss/, 'MPL-2.0: part of the build, none of it is shipped'],
];
/** Packages whose manifest forgets to name the licence that they come with. */
const UNDECLARED = new Map([['png-js@2.0.0', 'MIT, by its LICENSE file']]);

describe('packages', () => {
  it('are pinned to one version each', () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('come with a checksum', () => {
    expect(lock.filter(({ integrity, inBundle }) => !integrity && !inBundle).map(({ name }) => name)).toEqual([]);
  });

  it('are locked for every platform, without which npm ci refuses', () => {
    const names = new Set(lock.map(({ name }) => name));
    const missing = lock.flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => !names.has(name)),
    );
    expect(missing).toEqual([]);
  });

  it('that a running shop uses have licences that let anybody use it', () => {
    const others = lock
      .filter(({ dev }) => !dev)
      .filter(
        ({ name, license }) => !ALLOWED.has(license ?? '') && !REPLACEABLE.some(([pattern]) => pattern.test(name)),
      )
      .filter(({ name, version }) => !UNDECLARED.has(`${name}@${version}`))
      .map(({ name, license }) => `${name}: ${license ?? 'no licence'}`);
    expect(others).toEqual([]);
  });

  it('run no install script but those that are named', () => {
    const scripted = lock.filter(({ hasInstallScript }) => hasInstallScript);
    const families = new Set(Object.keys(manifest.allowScripts).map(family));
    expect(scripted.filter(({ name }) => !families.has(family(name))).map(({ name }) => name)).toEqual([]);
  });
});

/** The package without the platform that it is for. */
function family(name: string): string {
  return name.replace(/\/(linux|darwin|windows)-\w+$/, '');
}
