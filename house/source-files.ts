import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** What is not written by hand here. */
const NOT_OURS = new Set(['node_modules', 'build', 'coverage']);

interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

/** Programs in it are text for a reader, whose machine and packages are theirs; the tests run them. */
const SHOWN = 'server/office/docs/examples.ts';

/** Every file of the project with one of the endings, without what is generated, installed or only shown. */
export function sourceFiles(...endings: string[]): SourceFile[] {
  return walk('')
    .filter((path) => path !== SHOWN && endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

function walk(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.has(entry.name) ? walk(path) : [];
  });
}

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** What a file imports: project files as paths from the root, everything else as it is written. */
export function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    if (name.startsWith('#')) return name.slice(1);
    if (name.startsWith('.')) return join(path, '..', name).replaceAll('\\', '/');
    return name;
  });
}

/** Tests and what only they use. */
export function isForTests(path: string): boolean {
  return /\.test\.tsx?$|-for-tests\.tsx?$|^(e2e|house|prove|bench)\//.test(path);
}
