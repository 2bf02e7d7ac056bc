import { expect, it } from 'vitest';
import type { Log } from '#server/log.ts';
import { createSupervisor, type Worker } from './supervisor.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Processes that serve at once, unless told otherwise; what happens to them is written down. */
function workers(comesToServe: (pid: number) => boolean = () => true) {
  const events: string[] = [];
  const end = new Map<number, (how: number | NodeJS.Signals) => void>();
  const pauses: number[] = [];
  let alive = 0;
  let fewest = Number.POSITIVE_INFINITY;
  let pids = 0;
  const heard = new Map<number, ReturnType<Worker['heard']>>();
  const start = (): Worker => {
    const pid = ++pids;
    const ended = new Promise<number | NodeJS.Signals>((resolve) => {
      end.set(pid, (how) => {
        alive--;
        fewest = Math.min(fewest, alive);
        events.push(`${pid} ended`);
        resolve(how);
      });
    });
    const serves = comesToServe(pid);
    if (serves) {
      alive++;
      events.push(`${pid} serves`);
    }
    return {
      pid,
      ready: serves ? Promise.resolve() : Promise.reject(new Error('it ended')),
      ended: serves ? ended : Promise.resolve(1),
      heard: () => heard.get(pid) ?? { at: 0, calls: [] },
      signal: (name) => {
        if (name === 'SIGKILL') events.push(`${pid} told ${name}`);
        end.get(pid)?.(name === 'SIGKILL' ? name : 0);
      },
    };
  };
  const pause = async (ms: number) => void pauses.push(ms);
  return { start, pause, events, heard, pauses, kill: (pid: number) => end.get(pid)!('SIGKILL'), fewest: () => fewest };
}

/** Resolves once everything that is ready to go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('replaces the processes one after the other, the new one serving before the old one ends', async () => {
  const machine = workers();
  const supervisor = createSupervisor({ count: 2, log: silent, ...machine });
  await supervisor.start();
  expect(await supervisor.replace()).toBe(true);
  expect(machine.events).toEqual(['1 serves', '2 serves', '3 serves', '1 ended', '4 serves', '2 ended']);
  expect(machine.fewest()).toBe(2);
  expect(supervisor.serving()).toEqual([3, 4]);
});

it('leaves the old processes as they are where a new one does not come to serve', async () => {
  const machine = workers((pid) => pid < 3);
  const supervisor = createSupervisor({ count: 2, log: silent, ...machine });
  await supervisor.start();
  expect(await supervisor.replace()).toBe(false);
  expect(supervisor.serving()).toEqual([1, 2]);
});

it('puts another in the place of one that died, at once, and then after longer and longer pauses', async () => {
  const machine = workers((pid) => pid <= 3 || pid > 6);
  const supervisor = createSupervisor({ count: 2, log: silent, ...machine, now: () => 0 });
  await supervisor.start();
  machine.kill(1);
  await settled();
  expect(supervisor.serving()).toEqual([2, 3]);
  expect(machine.pauses).toEqual([]);
  machine.kill(3);
  await settled();
  expect(machine.pauses).toEqual([500, 1_000, 2_000, 4_000]);
  expect(supervisor.serving()).toEqual([2, 7]);
});

it('takes a process that served for a while and died for no sign of more to come', async () => {
  let clock = 0;
  const machine = workers();
  const supervisor = createSupervisor({ count: 1, log: silent, ...machine, now: () => clock });
  await supervisor.start();
  for (const pid of [1, 2, 3]) {
    clock += 60_000;
    machine.kill(pid);
    await settled();
  }
  expect(machine.pauses).toEqual([]);
  expect(supervisor.serving()).toEqual([4]);
});

it('does not start where the first processes end, since the next would end the same', async () => {
  const machine = workers(() => false);
  const supervisor = createSupervisor({ count: 2, log: silent, ...machine });
  await expect(supervisor.start()).rejects.toThrow('it ended');
});

it('lets all of them finish when it stops, and puts nothing in their place', async () => {
  const machine = workers();
  const supervisor = createSupervisor({ count: 3, log: silent, ...machine });
  await supervisor.start();
  await supervisor.stop();
  await settled();
  expect(supervisor.serving()).toEqual([]);
  expect(machine.events.filter((event) => event.endsWith('serves'))).toHaveLength(3);
});

it('ends a process that says nothing for some seconds and says what it was answering', async () => {
  let clock = 0;
  const said: object[] = [];
  const machine = workers();
  const log = { ...silent, error: (facts: object) => void said.push(facts) };
  const supervisor = createSupervisor({ count: 2, log, ...machine, now: () => clock });
  await supervisor.start();
  for (; clock < 10_000 && said.length === 0; clock += 1_000) {
    machine.heard.set(1, { at: clock, calls: [] });
    machine.heard.set(2, { at: 2_000, calls: [{ call: 'POST /order-lines', since: 2_500 }] });
    supervisor.endSilent();
  }
  expect(said[0]).toEqual({ process: 2, silent: 6_000, calls: [{ call: 'POST /order-lines', ms: 5_500 }] });
  await settled();
  expect(supervisor.serving()).toEqual([1, 3]);
});

it('blames no process for a time in which the machine itself stood still', async () => {
  let clock = 0;
  const machine = workers();
  const supervisor = createSupervisor({ count: 1, log: silent, ...machine, now: () => clock });
  await supervisor.start();
  supervisor.endSilent();
  clock = 3_600_000;
  supervisor.endSilent();
  await settled();
  expect(supervisor.serving()).toEqual([1]);
});
