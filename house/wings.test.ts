import { describe, expect, it } from 'vitest';
import { importsOf, isForTests, sourceFiles } from './source-files.ts';

/**
 * What the shop is about, from what knows nobody to what knows everybody: each wing imports from those before it alone.
 * `shop` is no wing: it puts them together.
 */
const WINGS = ['engine', 'people', 'office', 'catalogue', 'buying', 'money', 'shop'];

const shipped = sourceFiles('.ts', '.tsx').filter(({ path }) => !isForTests(path));

/** The wing of a file of the server, or none for the programs and what they all read (configuration, log). */
function wingOf(path: string): string | undefined {
  return /^server\/([^/]+)\//.exec(path)?.[1];
}

describe('the wings of the server', () => {
  it('are the folders that there are, and each subject is in one', () => {
    const found = new Set(shipped.flatMap(({ path }) => wingOf(path) ?? []));
    expect([...found].toSorted()).toEqual(WINGS.toSorted());
    const loose = shipped.filter(({ path }) => /^server\/(?!shop\/)[^/]+\/[^/]+$/.test(path)).map(({ path }) => path);
    expect(loose).toEqual([]);
  });

  it('import from the wings before them alone', () => {
    const back = shipped.flatMap((file) => {
      const own = wingOf(file.path);
      if (own === undefined) return [];
      return importsOf(file).flatMap((name) => {
        const other = wingOf(name);
        return other !== undefined && WINGS.indexOf(other) > WINGS.indexOf(own) ? [`${file.path} → ${name}`] : [];
      });
    });
    expect(back).toEqual([]);
  });

  it('are called the same in the contract, in what pages ask for and in the dashboard', () => {
    const words = (under: RegExp) => [...new Set(shipped.flatMap(({ path }) => under.exec(path)?.[1] ?? []))];
    const rest = words(/^(?:contract|web\/queries|web\/routes\/dashboard)\/([^/]+)\//).filter(
      (word) => !WINGS.includes(word),
    );
    expect(rest).toEqual([]);
  });
});
