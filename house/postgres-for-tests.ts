import type { TestProject } from 'vitest/node';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { makeTemplate, preparedPglite, preparedPostgres } from './prepared-databases.ts';

/** Starts one server for the run, with a template database that has the tables and the seed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['TEST_DATABASE_URL'];
  const data = external ? undefined : await preparedPostgres();
  // Some files open a PGlite too: made here, each worker need not make the image for itself. Not at the same time as the
  // other: PGlite works in this thread for seconds, in which a connection to the server would be given up.
  await preparedPglite();
  const server = await startPostgres(data === undefined ? {} : { from: data }, external);
  if (external) await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('pgliteDump', '');
  return () => server.stop();
}
