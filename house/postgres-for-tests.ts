import type { TestProject } from 'vitest/node';
import { startPostgres } from '#server/db/postgres-for-tests.ts';
import { makeTemplate, preparedPostgres } from './prepared-databases.ts';

/** Starts one server for the run, with a template database that has the tables and the seed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['TEST_DATABASE_URL'];
  const server = await startPostgres(external ? {} : { from: await preparedPostgres() }, external);
  if (external) await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('pgliteDump', '');
  return () => server.stop();
}
