import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Log } from '#server/log.ts';
import { makeBackup } from './backups.ts';
import { forgetPeople } from './personal-data.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the settings ask to be done by the clock. */
export function careJobs(config: Config, database: Database, log: Log): ScheduledJob[] {
  const { backups, personalDataMonths: months } = config;
  const jobs: ScheduledJob[] = [];
  if (backups) {
    jobs.push({
      name: 'backup',
      everyMs: backups.everyMs,
      withinMs: 6 * HOUR_MS,
      async run() {
        log.info({ backup: await makeBackup(database, config) }, 'a backup is made');
      },
    });
  }
  if (months !== undefined) {
    jobs.push({
      name: 'personal-data',
      everyMs: DAY_MS,
      withinMs: HOUR_MS,
      async run(stopping) {
        log.info(
          { ...(await forgetPeople(database, months, stopping)) },
          'what is no longer needed of people is taken away',
        );
      },
    });
  }
  return jobs;
}
