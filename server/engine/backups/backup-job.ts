import type { Config } from '#server/config.ts';
import { BackupError } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import type { Log } from '#server/log.ts';
import { makeAndRead } from './backups.ts';

const HOUR_MS = 3_600_000;

/** Makes backups by the clock; none where the settings name no place for them. */
export function backupJobs(config: Config, database: Database, log: Log): ScheduledJob[] {
  const { backups } = config;
  if (!backups) return [];
  return [
    {
      name: 'backup',
      everyMs: backups.everyMs,
      withinMs: 6 * HOUR_MS,
      async run() {
        const { name, rows } = await makeAndRead(database, config);
        if (rows === null) throw new BackupError(`The backup ${name} could not be read back.`);
        log.info({ backup: name, rows }, 'made a backup');
      },
    },
  ];
}
