import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/engine/db/client.ts';
import { projectRoot } from '#server/project-root.ts';
import { pause } from './random.ts';

const WITHIN_MS = 30_000;

/** Makes a migration wait at its end, in its own transaction, for as long as `held` has its name. */
const HOLD = `
create schema proof;
create table proof.held (name text not null);
create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now());
create function proof.hold() returns trigger language plpgsql as $$
begin
  while exists (select from proof.held where name = new.name) loop
    perform pg_sleep(0.01);
  end loop;
  return new;
end $$;
create trigger proof_hold before insert on schema_migrations for each row execute function proof.hold()`;

/** The names of this version's, in their order. */
export function migrationFiles(): string[] {
  return readdirSync(join(projectRoot, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** Migrations that are stopped at their end, before they are committed. */
interface HeldMigrations {
  /** Whoever runs the migration from now on is stopped in it. */
  hold(name: string): Promise<void>;
  /** Resolves when somebody is. @throws after 30 s */
  untilHeld(): Promise<void>;
  /**
   * Lets it go on after its process died, or ends it; the server does not notice by itself who is gone.
   * Resolves when none runs any more.
   */
  letGo(finishes: boolean): Promise<void>;
}

/** Of a database; its schema `proof` is made for it. */
export async function heldMigrations(database: Database): Promise<HeldMigrations> {
  await database.raw(HOLD);
  return {
    async hold(name) {
      await database.raw('insert into proof.held (name) values ($1)', [name]);
    },
    untilHeld: () => until(database, `wait_event = 'PgSleep'`, true),
    async letGo(finishes) {
      if (!finishes)
        await database.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where wait_event = 'PgSleep' and datname = current_database()`,
        );
      await database.raw('delete from proof.held');
      await until(database, `state = 'active' and query like 'begin; set local lock_timeout%'`, false);
    },
  };
}

async function until(database: Database, condition: string, wanted: boolean): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (Date.now() < deadline) {
    const [row] = await database.raw<{ found: boolean }>(
      `select exists (select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${condition}) as found`,
    );
    if (row?.found === wanted) return;
    await pause(10);
  }
  throw new Error(`${condition} was not ${wanted} in time.`);
}
