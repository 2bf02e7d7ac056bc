import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What runs by the clock; a process claims a job, so that one of them does it, and renews the claim while it is at it. */
export const scheduledJobs = pgTable('scheduled_jobs', {
  name: text('name').primaryKey(),
  startedAt: when('started_at'),
  /** Null: nobody is at it, and nobody died over it. */
  claimedBy: text('claimed_by'),
  claimedUntil: when('claimed_until'),
  succeededAt: when('succeeded_at'),
  failedAt: when('failed_at'),
  error: text('error'),
});
