import type { Database } from '#server/engine/db/client.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import { foldSales } from './figures.ts';

const MINUTE_MS = 60_000;

/** Adds up by the clock what was sold. */
export function salesJob(database: Database): ScheduledJob {
  return {
    name: 'sales-sums',
    everyMs: 5 * MINUTE_MS,
    withinMs: 10 * MINUTE_MS,
    run: () => foldSales(database),
  };
}
