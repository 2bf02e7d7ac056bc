import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';
import { madeFrom } from './prepared-databases.ts';

it('the prepared databases are made anew when a migration, the seed or what is seeded changes', () => {
  const from = madeFrom();
  expect(from).toEqual(
    expect.arrayContaining(['content/catalogue.ts', 'server/shop/seed/seed.ts', 'package-lock.json']),
  );
  expect(from).toEqual(expect.arrayContaining(sourceFiles('.sql').map(({ path }) => path)));
});
