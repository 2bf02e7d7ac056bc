import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres-for-tests.ts';
import { seed } from '#server/db/seed.ts';
import { Client } from 'pg';

/** Starts one server for the run, with a template database that has the tables and the seed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('drop database if exists shop_template');
  await client.query('create database shop_template');
  await client.end();
  const url = new URL(server.url);
  url.pathname = '/shop_template';
  const database = await openDatabase({ url: url.href });
  await migrate(database);
  await seed(database, { production: false, seedTools: 0 });
  await database.close();
  project.provide('postgresUrl', server.url);
  project.provide('pgliteDump', '');
  return () => server.stop();
}
