import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { seed } from '#server/db/seed.ts';

/** Migrates and seeds one PGlite and leaves its image in a file: each test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const engine = await PGlite.create({ extensions: { pg_trgm } });
  const database = pgliteDatabase(engine);
  await migrate(database);
  await seed(database, { production: false, seedTools: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-pglite-'));
  const file = join(folder, 'image.tar');
  writeFileSync(file, new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()));
  await database.close();
  project.provide('postgresUrl', '');
  project.provide('pgliteDump', file);
  return () => rmSync(folder, { recursive: true, force: true });
}
