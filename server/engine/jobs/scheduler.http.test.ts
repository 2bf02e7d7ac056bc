import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Log } from '#server/log.ts';
import { createScheduler, type ScheduledJob } from './scheduler.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const HOUR_MS = 3_600_000;
let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

function job(name: string, run: () => Promise<void>): ScheduledJob {
  return { name, everyMs: HOUR_MS, withinMs: HOUR_MS, run };
}
/** As if so much time had passed. */
const later = (name: string, hours: number) =>
  database.raw(
    `update scheduled_jobs set started_at = started_at - make_interval(mins => $2),
       claimed_until = claimed_until - make_interval(mins => $2) where name = $1`,
    [name, Math.round(hours * 60)],
  );

it('one of several processes does a job, and none does it again before it is due', async () => {
  let runs = 0;
  const count = job('count', async () => void runs++);
  const processes = Array.from({ length: 4 }, () => createScheduler(database, [count], silent));
  await Promise.all(processes.map((each) => each.runDue()));
  expect(runs).toBe(1);
  await later('count', 0.5);
  await processes[1]!.runDue();
  expect(runs).toBe(1);
  await later('count', 0.6);
  await Promise.all(processes.map((each) => each.runDue()));
  expect(runs).toBe(2);
});

it('a job that failed is tried again after ten minutes, and the others are done meanwhile', async () => {
  let tries = 0;
  let others = 0;
  const scheduler = createScheduler(
    database,
    [
      job('fails', async () => {
        tries++;
        if (tries === 1) throw new RangeError('of somebody@people.test');
      }),
      job('other', async () => void others++),
    ],
    silent,
  );
  await scheduler.runDue();
  expect([tries, others]).toEqual([1, 1]);
  expect(await database.raw(`select error, succeeded_at from scheduled_jobs where name = 'fails'`)).toEqual([
    { error: 'RangeError', succeeded_at: null },
  ]);
  await later('fails', 0.1);
  await scheduler.runDue();
  expect(tries).toBe(1);
  await later('fails', 0.1);
  await scheduler.runDue();
  expect(tries).toBe(2);
  const [row] = await database.raw<{ error: string | null }>(`select error from scheduled_jobs where name = 'fails'`);
  expect(row?.error).toBeNull();
});

it('a job whose process died is done by another once its claim has lapsed, and once it is time to try again', async () => {
  let runs = 0;
  await database.raw(
    `insert into scheduled_jobs (name, started_at, claimed_by, claimed_until)
     values ('left', now() - interval '5 minutes', 'gone', now() + interval '19 seconds')`,
  );
  const scheduler = createScheduler(database, [job('left', async () => void runs++)], silent);
  await scheduler.runDue();
  await database.raw(`update scheduled_jobs set claimed_until = now() - interval '1 second' where name = 'left'`);
  await scheduler.runDue();
  expect(runs).toBe(0);
  await later('left', 0.1);
  await scheduler.runDue();
  expect(runs).toBe(1);
});

it('a claim is renewed while its job runs, so that none takes it over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const until = async () =>
      (
        await database.raw<{ until: Date | null }>(
          `select claimed_until as until from scheduled_jobs where name = 'long'`,
        )
      )[0]?.until?.getTime();
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const running = createScheduler(database, [job('long', () => ended)], silent).runDue();
    await expect.poll(until).toBeDefined();
    const claimed = await until();
    vi.advanceTimersByTime(5_000);
    await expect.poll(until).toBeGreaterThan(claimed!);
    end();
    await running;
    expect(await until()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['while a job ran', `now() - interval '3 days'`, `'gone'`, `now() + interval '1 day'`],
  ['when a job was last begun', `now() + interval '1 day'`, 'null', 'null'],
])('a clock that ran ahead %s and was set right stops no job', async (_when, started, by, until) => {
  let runs = 0;
  await database.raw(
    `insert into scheduled_jobs (name, started_at, claimed_by, claimed_until) values ('ahead', ${started}, ${by}, ${until})`,
  );
  await createScheduler(database, [job('ahead', async () => void runs++)], silent).runDue();
  expect(runs).toBe(1);
  await database.raw(`delete from scheduled_jobs where name = 'ahead'`);
});

it('a job of which nothing is left for good is not looked at again, nor claimed', async () => {
  let left = 2;
  let looked = 0;
  const scheduler = createScheduler(
    database,
    [
      {
        ...job('ends', async () => void left--),
        async isOver() {
          looked++;
          return left === 0;
        },
      },
    ],
    silent,
  );
  for (let round = 0; round < 5; round++) {
    await scheduler.runDue();
    await later('ends', 1.1);
  }
  expect([left, looked]).toEqual([0, 3]);
  expect(await database.raw(`select from scheduled_jobs where name = 'ends'`)).toEqual([]);
});

it('a job that can leave work for later is told when its process ends, and no other is begun', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let others = 0;
  const waits = {
    ...job('waits', async () => {}),
    run: (stopping: AbortSignal) =>
      new Promise<void>((resolve) => {
        stopping.addEventListener('abort', () => resolve());
        begin();
      }),
  };
  const scheduler = createScheduler(database, [waits, job('after', async () => void others++)], silent);
  const running = scheduler.runDue();
  await begun;
  await scheduler.stop();
  await running;
  expect(others).toBe(0);
});
