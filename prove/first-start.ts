import type { Database } from '#server/engine/db/client.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { signInAdmin } from './buyer.ts';
import { heldMigrations, migrationFiles } from './held-migrations.ts';
import { publish } from './proof.ts';

const FIRST_PORT = Number(process.env['PROVE_PORT'] ?? 4600);

/** All that the migrations made, as the catalogue of PostgreSQL has it. */
const SCHEMA = `
select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as part
from information_schema.columns where table_schema = 'public'
union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgname <> 'proof_hold'
union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
  where connamespace = 'public'::regnamespace
union all select pg_get_functiondef(oid) from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f'
order by 1`;

async function schemaOf(database: Database): Promise<string[]> {
  return (await database.raw<{ part: string }>(SCHEMA)).map(({ part }) => part);
}

async function ranIn(database: Database): Promise<string[]> {
  return (await database.raw<{ name: string }>('select name from schema_migrations order by name')).map(
    ({ name }) => name,
  );
}

/** The first start of the shop is killed in each of its migrations; the next one goes on, and the shop is whole. */
export async function proveFirstStart(): Promise<boolean> {
  await buildShop();
  const files = migrationFiles();
  const server = await startPostgres();
  const [killedUrl, wholeUrl] = [await server.createDatabase(), await server.createDatabase()];
  const killed = await openDatabase({ url: killedUrl });
  const whole = await openDatabase({ url: wholeUrl });
  const processAt = (port: number): ShopProcess =>
    shopProcess(port, { DATABASE_URL: killedUrl, BASE_URL: `http://127.0.0.1:${FIRST_PORT}` });
  const shops: ShopProcess[] = [processAt(FIRST_PORT), processAt(FIRST_PORT + 1)];
  try {
    await migrate(whole);
    const held = await heldMigrations(killed);
    const halves: string[] = [];
    for (const [index, name] of files.entries()) {
      await held.hold(name);
      const started = shops[0]!.start().catch(() => undefined);
      await held.untilHeld();
      await shops[0]!.kill();
      await started;
      // Every other migration is finished by the server, which does not notice who died.
      const finishes = index % 2 === 1;
      await held.letGo(finishes);
      const ran = await ranIn(killed);
      const expected = files.slice(0, finishes ? index + 1 : index);
      if (ran.join() !== expected.join()) halves.push(`killed in ${name}: ${ran.join(', ')}`);
    }
    const [firstMs] = await Promise.all(shops.map((shop) => shop.start()));
    const [made, wanted] = [await schemaOf(killed), await schemaOf(whole)];
    const admin = await signInAdmin(shops[0]!.url, () => shops[1]!.url);
    const tools = await admin.call('GET', '/tool?limit=1');
    return publish({
      name: 'upgrade',
      title: 'The first start, killed in the midst',
      how: `A process of the built shop starts on an empty database and is killed (SIGKILL) at the end of each migration in turn, before it is committed; PostgreSQL is told of every other death, and finishes the migration of the rest by itself. Then two processes start at once.`,
      measurements: [
        ['migrations', files.length],
        ['killed in the midst', files.length],
        ['until the shop answers after the last kill', `${Math.round(firstMs ?? 0)} ms`],
      ],
      promises: [
        ['each migration ran whole or not at all', halves],
        ['each ran once', (await ranIn(killed)).join() === files.join() ? [] : [(await ranIn(killed)).join(', ')]],
        [
          'the schema is that of a start that nobody killed',
          [...made.filter((part) => !wanted.includes(part)), ...wanted.filter((part) => !made.includes(part))],
        ],
        [
          'the shop has its tools, and its owner signs in',
          Object.keys(tools.body).length === 1 ? [] : [`GET /tool: ${tools.status}`],
        ],
      ],
    });
  } finally {
    for (const shop of shops) await shop.stop();
    await killed.close();
    await whole.close();
    await server.stop();
  }
}
