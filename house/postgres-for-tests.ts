import type { TestProject } from 'vitest/node';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { makeTemplate, preparedPglite, preparedPostgres } from './prepared-databases.ts';

/** Starts one server for the run, with a template database that has the tables and the seed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['TEST_DATABASE_URL'];
  // Some files open a PGlite too: made here, each worker need not make the image for itself.
  const [data] = await Promise.all([external ? undefined : preparedPostgres(), preparedPglite()]);
  const server = await startPostgres(data === undefined ? {} : { from: data }, external);
  if (external) await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('pgliteDump', '');
  return () => server.stop();
}
