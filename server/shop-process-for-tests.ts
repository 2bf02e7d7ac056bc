import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/project-root.ts';

/** One process of the built shop, for proofs and benches. */
export interface ShopProcess {
  url: string;
  /** Of the running process. */
  pid(): number;
  /** @returns how many ms it took to the first answer at the path that was asked for */
  start(): Promise<number>;
  /** Ends it at once, at whatever it is doing. */
  kill(): Promise<void>;
  /** Lets it finish what it is doing. */
  stop(): Promise<void>;
}

interface ShopProcessOptions {
  /** What is run, from the project's folder; the built server where nothing is said. */
  command?: [string, ...string[]];
  /** The path that is asked until it answers: whether the shop is ready, where nothing is said. */
  firstAsk?: string;
  readyWithinMs?: number;
  /** Is told each line of its log; where nothing is said, nobody reads it. */
  heard?: (line: string) => void;
}

/** The AUTH_SECRET of every such process, so that tokens can be made for it. */
export const PROCESS_SECRET = 'for-proofs-only-for-proofs-only-for-proofs';

/** Builds the shop if its sources are newer than its build. */
export async function buildShop(): Promise<void> {
  const freshness = new URL('../scripts/freshness.mjs', import.meta.url).href;
  const { isFresh } = (await import(freshness)) as { isFresh(): boolean };
  if (isFresh()) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) throw new Error('The shop does not build.');
}

/** A process of the shop on a port, with the settings that all of its kind share. */
export function shopProcess(
  port: number,
  settings: Record<string, string>,
  options: ShopProcessOptions = {},
): ShopProcess {
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'tradebench-process-'));
  const [program, ...args] = options.command ?? [process.execPath, join(projectRoot, 'build', 'main.js')];
  let child: ChildProcess | undefined;
  // In a group of its own, so that npm does not outlive or leave behind what it started.
  const signal = (name: NodeJS.Signals) => {
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, name);
  };
  // What fails half-way leaves no process behind.
  process.once('exit', () => signal('SIGKILL'));
  const end = (name: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      signal(name);
    });
  return {
    url,
    pid: () => child?.pid ?? 0,
    async start() {
      const began = performance.now();
      child = spawn(program, args, {
        cwd: projectRoot,
        detached: true,
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          AUTH_SECRET: PROCESS_SECRET,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'error',
          // What is in the tables, whoever tries it has written.
          SEED_QUOTES: 'off',
          ...settings,
          DATA_DIR: dataDir,
          PORT: String(port),
        },
        stdio: ['ignore', options.heard ? 'pipe' : 'ignore', 'inherit'],
      });
      if (child.stdout) {
        // What is no JSON is the shop's greeting.
        createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('{') && options.heard?.(line));
      }
      await answers(url + (options.firstAsk ?? '/readyz'), child, options.readyWithinMs ?? 30_000);
      return performance.now() - began;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function answers(url: string, child: ChildProcess, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop at ${url} ended at its start.`);
    const answer = await fetch(url).catch(() => undefined);
    // Read to its end, or its connection would not be free for the next.
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error(`The shop at ${url} did not answer in time.`);
}
