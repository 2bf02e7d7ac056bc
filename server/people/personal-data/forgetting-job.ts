import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import type { Log } from '#server/log.ts';
import { forgetPeople } from './forget-people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Forgets people by the clock; never where the settings say no number of months. */
export function forgettingJobs(config: Config, database: Database, log: Log): ScheduledJob[] {
  const { personalDataMonths: months } = config;
  if (months === undefined) return [];
  return [
    {
      name: 'personal-data',
      everyMs: DAY_MS,
      withinMs: HOUR_MS,
      async run(stopping) {
        log.info(
          { ...(await forgetPeople(database, months, stopping)) },
          'personal data that is no longer needed was removed',
        );
      },
    },
  ];
}
