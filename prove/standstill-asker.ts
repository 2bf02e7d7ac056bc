import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * A client in a process of its own, which asks a shop for something small again and again and notes how long it waited. What the
 * machine kept both from, since it did other work, is no wait for the shop: Linux says for how long a thread would have run and
 * had no processor.
 */

const [, , url = '', shop = ''] = process.argv;
const EVERY_MS = 3;
/** What answers at once, and what asks the database first. */
const PATHS = { alive: '/healthz', ready: '/readyz' };

/** The longest waits since they were last asked for, in ms. */
export type Waits = Record<keyof typeof PATHS, number>;

const longest: Waits = { alive: 0, ready: 0 };
const begun: Partial<Record<keyof Waits, number>> = {};

async function askOn(what: keyof Waits): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    begun[what] = atWork();
    await new Promise<void>((resolve) => {
      get(url + PATHS[what], { agent }, (answer) => answer.resume().on('end', resolve)).on('error', () => resolve());
    });
    longest[what] = Math.max(longest[what], waited(what));
    delete begun[what];
    await pause(EVERY_MS);
  }
}

function waited(what: keyof Waits): number {
  const since = begun[what];
  return since === undefined ? 0 : atWork() - since;
}

/** A clock in ms that stands while the shop's thread, or this one, waits for a processor. */
function atWork(): number {
  return performance.now() - kept(Number(shop)) - kept(process.pid);
}

function kept(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    // Not on Linux: all of the wait counts.
    return 0;
  }
}

process.on('message', () => {
  // What waits still has waited, too.
  process.send?.({
    alive: Math.max(longest.alive, waited('alive')),
    ready: Math.max(longest.ready, waited('ready')),
  } satisfies Waits);
  Object.assign(longest, { alive: 0, ready: 0 });
});
process.on('disconnect', () => process.exit());
void askOn('alive');
void askOn('ready');
