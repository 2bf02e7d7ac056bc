import { defineConfig } from 'vitest/config';
import LongestFirst from './house/longest-first.ts';

const shared = { environment: 'node' as const, testTimeout: 20_000, hookTimeout: 60_000 };
const ignored = ['node_modules/**', 'build/**', '.cache/**'];

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    reporters: ['default', './house/no-skip-reporter.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.http.test.ts', '**/*.race.test.ts', 'e2e/**'],
          globalSetup: './house/pglite-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'http',
          include: ['**/*.http.test.ts'],
          exclude: ignored,
          globalSetup: './house/pglite-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'http-postgres',
          include: ['**/*.http.test.ts'],
          exclude: ignored,
          globalSetup: './house/postgres-for-tests.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'race',
          include: ['**/*.race.test.ts'],
          exclude: ignored,
          globalSetup: './house/postgres-for-tests.ts',
          fileParallelism: false,
        },
      },
      { test: { ...shared, name: 'e2e', include: ['e2e/**/*.e2e.ts'], testTimeout: 60_000 } },
    ],
  },
});
