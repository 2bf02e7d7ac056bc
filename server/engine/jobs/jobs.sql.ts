import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What runs by the clock; a process claims a job until a moment, so that one of them does it. */
export const scheduledJobs = pgTable('scheduled_jobs', {
  name: text('name').primaryKey(),
  startedAt: when('started_at'),
  claimedUntil: when('claimed_until'),
  succeededAt: when('succeeded_at'),
  failedAt: when('failed_at'),
  error: text('error'),
});
