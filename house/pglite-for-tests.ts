import type { TestProject } from 'vitest/node';
import { preparedPglite } from './prepared-databases.ts';

/** Hands every test file the address of an image to start its own PGlite from. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('postgresUrl', '');
  project.provide('pgliteDump', await preparedPglite());
}
