import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf } from './circles.ts';
import { importsOf, isForTests, sourceFiles } from './source-files.ts';

/** What is started and imported by nobody stands above all folders, as tests do. */
const PROGRAMS = new Set(['server/main.ts', 'server/run.ts', 'server/serve.ts', 'server/cli.ts']);

const shipped = sourceFiles('.ts', '.tsx').filter(
  ({ path }) => !isForTests(path) && !path.endsWith('.config.ts') && !PROGRAMS.has(path),
);

/** The contract's shapes are within each other (an order with its parcels), whatever wing each is sorted into. */
const folderOf = (path: string) => /^(?:contract|web\/queries)(?=\/)/.exec(path)?.[0] ?? dirname(path);

/** Each folder with those that its files import from, for their types alone too; a folder within another is its own. */
function folders(): Map<string, Set<string>> {
  const graph = new Map(shipped.map(({ path }): [string, Set<string>] => [folderOf(path), new Set()]));
  for (const file of shipped) {
    const from = folderOf(file.path);
    for (const name of importsOf(file)) if (folderOf(name) !== from) graph.get(from)?.add(folderOf(name));
  }
  return graph;
}

describe('folders', () => {
  it('import each other in no circle, not even for a type', () => {
    expect(circlesOf(folders())).toEqual([]);
  });

  it('are really looked at, and no program of the list is imported', () => {
    expect([...(folders().get('server/buying/reviews') ?? [])]).toContain('server/engine/http');
    const imported = new Set(shipped.flatMap(importsOf));
    expect([...PROGRAMS].filter((path) => imported.has(path))).toEqual([]);
  });
});

describe('files', () => {
  it('import each other in no circle either', () => {
    const graph = new Map(sourceFiles('.ts', '.tsx').map((file) => [file.path, importsOf(file)]));
    expect(graph.get('server/buying/reviews/reviews.routes.ts')?.length).toBeGreaterThan(0);
    expect(circlesOf(graph)).toEqual([]);
  });
});

describe('circles', () => {
  const graph = (ways: Record<string, string>) =>
    new Map(Object.entries(ways).map(([from, to]): [string, string[]] => [from, [...to]]));

  it('are found whole, however they are entered', () => {
    expect(circlesOf(graph({ a: 'b', b: 'c', c: 'ad', d: 'e', e: 'fd', f: '' }))).toEqual([
      ['d', 'e'],
      ['a', 'b', 'c'],
    ]);
  });

  it('are not made of two ways to one place', () => {
    expect(circlesOf(graph({ a: 'bc', b: 'd', c: 'd', d: '' }))).toEqual([]);
  });
});
