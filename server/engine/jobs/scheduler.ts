import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Log } from '#server/log.ts';
import { observedJob } from '#server/engine/observe/observer.ts';

/** Something that is done again and again, by one of the shop's processes each time. */
export interface ScheduledJob {
  name: string;
  everyMs: number;
  /** A process that has not ended it after this long hangs: another does it. */
  withinMs: number;
  /** @param stopping that the process ends: what can be left for later is left */
  run(stopping: AbortSignal): Promise<void>;
  /** Whether nothing is left to do for good; such a job is not looked at again. */
  isOver?(): Promise<boolean>;
}

interface Scheduler {
  /** Does each job that is due, unless another process does it. */
  runDue(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 30_000;
/** A job that failed, or whose process died over it, is tried again after this, or when it is next due where that is sooner. */
const RETRY_MS = 10 * 60_000;
/** A process that has not renewed its claim for so long is gone. */
const CLAIM_MS = 20_000;
const RENEW_MS = 5_000;
/** A time further ahead than this was written by a clock that ran ahead, and is not believed: jobs would stand still until then. */
const AHEAD_MS = 60_000;

/** $1 name, $2 who claims it, and in ms: $3 how often it is due, $4 after what it is tried again, $5 how long a claim lasts, $6 what is too far ahead. */
const CLAIM = `
update scheduled_jobs set started_at = now(), claimed_by = $2, claimed_until = now() + $5 * interval '1 ms'
where name = $1
  and (claimed_until between now() and now() + $6 * interval '1 ms') is not true
  and (started_at between now() - case when claimed_by is null then $3::float8 else $4::float8 end * interval '1 ms'
    and now() + $6 * interval '1 ms') is not true
returning name`;

/** Runs jobs by the database's clock. */
export function createScheduler(database: Database, jobs: ScheduledJob[], log: Log): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const left = new Set(jobs);
  const stopping = new AbortController();
  const me = newId();

  const claim = async ({ name, everyMs }: ScheduledJob): Promise<boolean> => {
    await database.raw('insert into scheduled_jobs (name) values ($1) on conflict do nothing', [name]);
    const retryMs = Math.min(RETRY_MS, everyMs);
    return (await database.raw(CLAIM, [name, me, everyMs, retryMs, CLAIM_MS, AHEAD_MS])).length > 0;
  };

  /** Renews a claim for as long as the job may take. @returns what ends that */
  const keep = ({ name, withinMs }: ScheduledJob): (() => void) => {
    const until = performance.now() + withinMs;
    const renew = async () => {
      if (performance.now() < until)
        await database.raw(
          `update scheduled_jobs set claimed_until = now() + $3 * interval '1 ms' where name = $1 and claimed_by = $2`,
          [name, me, CLAIM_MS],
        );
    };
    const renewing = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref();
    return () => clearInterval(renewing);
  };

  const runOne = async (job: ScheduledJob) => {
    if (await job.isOver?.()) {
      left.delete(job);
      // Or watchers would see it getting old.
      await database.raw('delete from scheduled_jobs where name = $1', [job.name]);
      return;
    }
    if (!(await claim(job))) return;
    const stopRenewing = keep(job);
    try {
      await observedJob(job.name, () => job.run(stopping.signal));
      await database.raw(
        `update scheduled_jobs set claimed_by = null, claimed_until = null, succeeded_at = now(), error = null
         where name = $1 and claimed_by = $2`,
        [job.name, me],
      );
      // Whoever starts the shop reads where it is, not that a job ran; when each last did is in the metrics.
      log.debug({ job: job.name }, 'a scheduled job is finished');
    } catch (error) {
      log.error({ error, job: job.name }, 'a scheduled job failed; will try again');
      await database.raw(
        `update scheduled_jobs set claimed_by = null, claimed_until = null, failed_at = now(), error = $3,
           started_at = now() - $4 * interval '1 ms' where name = $1 and claimed_by = $2`,
        [
          job.name,
          me,
          error instanceof Error ? error.name : 'unknown',
          Math.max(0, job.everyMs - Math.min(RETRY_MS, job.everyMs)),
        ],
      );
    } finally {
      stopRenewing();
    }
  };

  const runDue = () => {
    running = running.then(async () => {
      for (const job of left) {
        if (stopping.signal.aborted) return;
        await runOne(job).catch((error: unknown) =>
          log.warn({ error, job: job.name }, 'a scheduled job could not be claimed; will try again later'),
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
