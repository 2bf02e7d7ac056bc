import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take as long as many others, slowest first: begun last, one of them runs while the other worker idles. */
const LONG = [
  'every-screen.e2e.ts',
  'large-imports.corpora.test.ts',
  'figures.http.test.ts',
  'payments.http.test.ts',
  'start.e2e.ts',
  'admin.e2e.ts',
  'keyboard.e2e.ts',
  'account.e2e.ts',
  'office.e2e.ts',
  'guards.e2e.ts',
  'again.e2e.ts',
  'ways-in.e2e.ts',
  'interleave.race.test.ts',
  'orders.race.test.ts',
  'access.http.test.ts',
  'full-disk.corpora.test.ts',
];

/** Begins what takes longest first; a clean checkout has no times of before to go by. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return index === -1 ? LONG.length : index;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, not an array's
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
