import type { Database } from '#server/engine/db/client.ts';
import type { Log } from '#server/log.ts';
import { observedJob } from '#server/engine/observe/observer.ts';

/** Something that is done again and again, by one of the shop's processes each time. */
export interface ScheduledJob {
  name: string;
  everyMs: number;
  /** A process that has not ended it after this long is taken for dead, and another does it. */
  withinMs: number;
  /** @param stopping that the process ends: what can be left for later is left */
  run(stopping: AbortSignal): Promise<void>;
  /** Whether nothing is left to do for good; such a job is not looked at again. */
  isOver?(): Promise<boolean>;
}

export interface Scheduler {
  /** Does each job that is due, unless another process does it. */
  runDue(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 30_000;
/** A job that failed is tried again after this, or when it is next due where that is sooner. */
const RETRY_MS = 10 * 60_000;

/** Runs jobs by the database's clock. */
export function createScheduler(database: Database, jobs: ScheduledJob[], log: Log): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const left = new Set(jobs);
  const stopping = new AbortController();

  // What was written by a clock that ran ahead counts for nothing once it was set right: else nothing ran until it caught up.
  const claim = async ({ name, everyMs, withinMs }: ScheduledJob): Promise<boolean> => {
    await database.raw('insert into scheduled_jobs (name) values ($1) on conflict do nothing', [name]);
    const claimed = await database.raw(
      `update scheduled_jobs set started_at = now(), claimed_until = now() + $3 * interval '1 ms'
       where name = $1 and (claimed_until is null or claimed_until not between now() and now() + $3 * interval '1 ms')
         and (started_at is null or started_at not between now() - $2 * interval '1 ms' and now()) returning name`,
      [name, everyMs, withinMs],
    );
    return claimed.length > 0;
  };

  const runOne = async (job: ScheduledJob) => {
    if (await job.isOver?.()) {
      left.delete(job);
      // Or watchers would see it getting old.
      await database.raw('delete from scheduled_jobs where name = $1', [job.name]);
      return;
    }
    if (!(await claim(job))) return;
    try {
      await observedJob(job.name, () => job.run(stopping.signal));
      await database.raw(
        'update scheduled_jobs set claimed_until = null, succeeded_at = now(), error = null where name = $1',
        [job.name],
      );
      log.info({ job: job.name }, 'a scheduled job is done');
    } catch (error) {
      log.error({ error, job: job.name }, 'a scheduled job failed; it is tried again');
      await database.raw(
        `update scheduled_jobs set claimed_until = null, failed_at = now(), error = $2,
           started_at = now() - $3 * interval '1 ms' where name = $1`,
        [
          job.name,
          error instanceof Error ? error.name : 'unknown',
          Math.max(0, job.everyMs - Math.min(RETRY_MS, job.everyMs)),
        ],
      );
    }
  };

  const runDue = () => {
    running = running.then(async () => {
      for (const job of left) {
        if (stopping.signal.aborted) return;
        await runOne(job).catch((error: unknown) =>
          log.warn({ error, job: job.name }, 'a scheduled job could not be claimed; a later look finds it'),
        );
      }
    });
    return running;
  };

  return {
    runDue,
    start() {
      if (jobs.length === 0) return;
      timer = setInterval(() => void runDue(), LOOK_EVERY_MS).unref();
      void runDue();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
