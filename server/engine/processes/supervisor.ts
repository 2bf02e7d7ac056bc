import type { Log } from '#server/log.ts';
import type { OpenCall } from './heartbeat.ts';

/** One process of the shop, as its supervisor knows it. */
export interface Worker {
  pid: number;
  /** Resolves once it serves; rejects where it ended before that. */
  ready: Promise<void>;
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** When it last said that it goes on (ms since 1970), and the calls that it was answering then or began since. */
  heard(): { at: number; calls: OpenCall[] };
  signal(name: NodeJS.Signals): void;
}

interface SupervisorOptions {
  /** How many processes are to serve. */
  count: number;
  /** Starts one more, from the build as it is now. */
  start(): Worker;
  log: Log;
  /** Waits that long, in ms, unless the supervisor is stopped meanwhile. */
  pause(ms: number): Promise<void>;
  now?: () => number;
}

export interface Supervisor {
  /** Starts all of them. @throws where one of them ends before it serves: settings are wrong, and a next try would end the same */
  start(): Promise<void>;
  /**
   * Replaces each process by a new one, one after the other: the new one serves before the old one is told to finish. A
   * new one that does not come to serve ends the replacement and leaves the old ones as they are.
   * @returns whether all were replaced
   */
  replace(): Promise<boolean>;
  /**
   * Ends those that have said nothing for some seconds, so that others take their places. To be asked once a second.
   */
  endSilent(): void;
  /** Lets all of them finish what they are doing. */
  stop(): Promise<void>;
  /** Those that serve. */
  serving(): number[];
}

/** A process that served this long is no sign of a fault that comes back at once. */
const HEALTHY_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process ends by itself within 10 s of SIGTERM; one that does not hangs. */
const END_WITHIN_MS = 15_000;

/** A process that says nothing for so long stands still: it says that it goes on once a second. */
const SILENT_MS = 6_000;
/** A look that comes so late was held up itself, with the machine: nobody could be heard meanwhile. */
const LATE_MS = 3_000;

/** Keeps a number of processes serving, whatever happens to any of them. */
export function createSupervisor({ count, start, log, pause, now = Date.now }: SupervisorOptions): Supervisor {
  const serving = new Map<Worker, number>();
  const finishing = new Set<Worker>();
  const life = { stopping: false };
  let failures = 0;
  let looked = now();
  let listening = now();
  /** The replacement that is under way, and those that wait for it, in turn. */
  let replacing: Promise<boolean> = Promise.resolve(true);

  /** One more process that serves. @throws where it ended before */
  const add = async (): Promise<Worker> => {
    const worker = start();
    starting.add(worker);
    try {
      await worker.ready;
    } finally {
      starting.delete(worker);
    }
    serving.set(worker, now());
    log.info({ process: worker.pid }, 'a process is ready');
    void worker.ended.then((how) => gone(worker, how));
    return worker;
  };
  const starting = new Set<Worker>();

  const gone = (worker: Worker, how: number | NodeJS.Signals) => {
    const since = serving.get(worker);
    serving.delete(worker);
    if (finishing.delete(worker) || life.stopping) return;
    log.error({ process: worker.pid, how }, 'a process ended unexpectedly; another takes its place');
    if (since !== undefined && now() - since >= HEALTHY_MS) failures = 0;
    void refill();
  };

  /** Another in the place of one that ended, at once at first, then after longer and longer pauses. */
  const refill = async (): Promise<void> => {
    while (!life.stopping) {
      if (failures > 0) await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
      if (life.stopping) return;
      failures++;
      try {
        await add();
        return;
      } catch (error) {
        log.error({ error }, 'a process ended before it was ready; will try again later');
      }
    }
  };

  const finish = async (worker: Worker) => {
    finishing.add(worker);
    worker.signal('SIGTERM');
    const deadline = setTimeout(() => worker.signal('SIGKILL'), END_WITHIN_MS);
    await worker.ended;
    clearTimeout(deadline);
  };

  const replaceAll = async (): Promise<boolean> => {
    const old = [...serving.keys()];
    for (const worker of old) {
      if (life.stopping) return false;
      // One that died meanwhile has been replaced, by one of the new build.
      if (!serving.has(worker)) continue;
      try {
        await add();
      } catch (error) {
        log.error({ error }, 'the new version does not start; the old one keeps serving');
        return false;
      }
      await finish(worker);
    }
    log.info({ processes: [...serving.keys()].map(({ pid }) => pid) }, 'all processes were replaced');
    return true;
  };

  return {
    async start() {
      await Promise.all(Array.from({ length: count }, add));
    },
    replace() {
      // One that is asked for in the middle of another must see the newest build in every process.
      replacing = replacing.then(replaceAll);
      return replacing;
    },
    endSilent() {
      const at = now();
      if (at - looked > LATE_MS) listening = at;
      looked = at;
      for (const [worker, since] of serving) {
        const heard = worker.heard();
        const silent = at - Math.max(heard.at, since, listening);
        if (silent < SILENT_MS) continue;
        const calls = heard.calls.map((call) => ({ call: call.call, ms: at - call.since }));
        log.error(
          { process: worker.pid, silent, calls },
          'a process is stuck and is being ended; it was answering these calls',
        );
        worker.signal('SIGKILL');
      }
    },
    async stop() {
      life.stopping = true;
      await Promise.all([...serving.keys(), ...starting].map(finish));
    },
    serving: () => [...serving.keys()].map(({ pid }) => pid),
  };
}
