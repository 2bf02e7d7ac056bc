import type { Database } from '#server/engine/db/client.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';

const DAY_MS = 24 * 3_600_000;
/** What was committed can be undone for so long; what never was is kept for a look at it. */
const KEPT_DAYS = { committed: 90, checked: 2 };
/** So many rows are removed at once. */
const PART = 5_000;

const OLD = `
select id from imports
where (step in ('committed', 'undone') and created_at < now() - interval '${KEPT_DAYS.committed} days')
   or (step in ('checking', 'checked') and created_at < now() - interval '${KEPT_DAYS.checked} days')`;

/** Removes imports with their rows once nobody undoes them any more; the audit log keeps that they were. */
export function forgetImports(database: Database): ScheduledJob {
  return {
    name: 'forget-imports',
    everyMs: DAY_MS,
    withinMs: DAY_MS / 24,
    async run() {
      for (const { id } of await database.raw<{ id: string }>(OLD)) {
        for (;;) {
          const gone = await database.raw(
            `delete from import_rows where import_id = $1 and row in
               (select row from import_rows where import_id = $1 order by row limit ${PART}) returning 1`,
            [id],
          );
          if (gone.length < PART) break;
        }
        await database.raw('delete from imports where id = $1', [id]);
      }
    },
  };
}
