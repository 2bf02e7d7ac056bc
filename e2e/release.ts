import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What a container holds of the project: no sources, and of the packages only those that the build loads. */
const SHIPPED = ['build', 'migrations', 'scripts/serve.mjs', 'scripts/run.mjs', 'scripts/freshness.mjs'];
const BESIDE = ['scripts/node-version.mjs', 'scripts/end-with-npm.mjs', 'package.json'];

/** A folder with the built shop as it is shipped. */
export async function release(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-release-'));
  for (const name of [...SHIPPED, ...BESIDE])
    cpSync(join(root, name), join(folder, name), { recursive: true, dereference: true });
  const script = new URL('../scripts/runtime-packages.mjs', import.meta.url).href;
  const { runtimePackages } = (await import(script)) as { runtimePackages(): string[] };
  for (const path of runtimePackages()) {
    // One inside another package comes with it.
    if (path.lastIndexOf('node_modules/') > 0) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
