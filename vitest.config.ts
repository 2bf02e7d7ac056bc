import { defineConfig } from 'vitest/config';
import LongestFirst from './house/longest-first.ts';

const shared = {
  environment: 'node' as const,
  // How long a test may hang: a machine that does other things too needs longer than one at rest, and is no failure.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Of the usual second a page's script takes more on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  // Modules are loaded once per worker and not once per file; what a test changes beyond its own shop it puts back.
  isolate: false,
};
const ignored = ['node_modules/**', 'build/**', '.cache/**'];
/** What takes minutes, or asks a clock or a processor: `npm run prove -- corpora` runs it, and never `npm test`. */
const CORPORA = '**/*.corpora.test.ts';
/** Limits what its whole process may write, on PGlite: it has one of its own. */
const FULL_DISK = 'server/attacks/full-disk.corpora.test.ts';

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    reporters: ['default', './house/no-skip-reporter.ts'],
    // On two processors: tests wait for PostgreSQL and for other processes a third of their time. Those of the browser do not.
    maxWorkers: 3,
    // What Vite makes of a module is kept for all steps and runs; a change of the file, of a setting or of the packages ends it.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest/modules' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, CORPORA, '**/*.http.test.ts', '**/*.race.test.ts', 'e2e/**'],
          globalSetup: './house/postgres-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'http',
          include: ['**/*.http.test.ts'],
          exclude: ignored,
          globalSetup: './house/postgres-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'http-pglite',
          // Whatever has statements of its own runs on both engines (docs/decisions/340-tests-stay-quick.md).
          include: [
            'server/*/{orders,search,tools,users,payments,reviews,basket,settings,figures}/*.http.test.ts',
            'server/catalogue/imports/imports.http.test.ts',
            'server/money/exports/sums-agree.http.test.ts',
            'server/attacks/two-versions.http.test.ts',
            'prove/*.http.test.ts',
          ],
          exclude: ignored,
          // Threads share what the processor makes of PGlite's code; processes make it each for itself.
          pool: 'threads',
          globalSetup: './house/pglite-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'corpora',
          include: [CORPORA],
          exclude: ignored,
          globalSetup: './house/postgres-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'corpora-pglite',
          include: [FULL_DISK, 'server/catalogue/imports/large-imports.corpora.test.ts'],
          exclude: ignored,
          maxWorkers: 1,
          globalSetup: './house/pglite-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'race',
          include: ['**/*.race.test.ts'],
          exclude: ignored,
          globalSetup: './house/postgres-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 240_000,
          globalSetup: './house/postgres-for-tests.ts',
        },
      },
    ],
  },
});
