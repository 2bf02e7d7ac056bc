import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** One process of the built shop. */
export interface ShopProcess {
  url: string;
  /** Of the running process. */
  pid(): number;
  start(): Promise<void>;
  /** Ends it at once, at whatever it is doing. */
  kill(): Promise<void>;
  /** Lets it finish what it is doing. */
  stop(): Promise<void>;
}

export const PROOF_SECRET = 'for-proofs-only-for-proofs-only-for-proofs';
const READY_WITHIN_MS = 30_000;

/** Builds the shop if its sources are newer than its build. */
export async function buildShop(): Promise<void> {
  const freshness = new URL('../scripts/freshness.mjs', import.meta.url).href;
  const { isFresh } = (await import(freshness)) as { isFresh(): boolean };
  if (isFresh()) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) throw new Error('The shop does not build.');
}

/** A process of the shop on a port, with the settings that all of its kind share. */
export function shopProcess(port: number, settings: Record<string, string>): ShopProcess {
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'tradebench-proof-'));
  let child: ChildProcess | undefined;
  // A proof that fails half-way leaves no process behind.
  process.once('exit', () => child?.kill('SIGKILL'));
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  return {
    url,
    pid: () => child?.pid ?? 0,
    async start() {
      child = spawn(process.execPath, [join(projectRoot, 'build', 'main.js')], {
        cwd: projectRoot,
        env: {
          PATH: process.env['PATH'],
          AUTH_SECRET: PROOF_SECRET,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'error',
          ...settings,
          DATA_DIR: dataDir,
          PORT: String(port),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await ready(url, child);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop at ${url} ended at its start.`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The shop at ${url} was not ready in time.`);
}
