import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The built shop, running as a process of its own with a data folder of its own. */
export interface RunningShop {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the built shop on a free port and waits for its own word that it is ready. */
export async function openShop(environment: Record<string, string> = {}): Promise<RunningShop> {
  const data = mkdtempSync(join(tmpdir(), 'tradebench-e2e-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is ready')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`the shop did not start:\n${said}`)));
  });
  return {
    url: `http://localhost:${port}`,
    process: child,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(data, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
