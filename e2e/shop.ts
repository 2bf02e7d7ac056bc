import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { pgliteFolder } from '#server/engine/db/open-configured.ts';
import { pgliteData } from '#server/engine/db/pglite.ts';
import { preparedPglite } from '../house/prepared-databases.ts';

const root = join(import.meta.dirname, '..');

/** Settings with which a shop begins with data of its own. */
const OWN_DATA = ['DATA_DIR', 'DATABASE_URL', 'SEED_TOOLS'];

/** The built shop, running as a process of its own with a data folder of its own. */
export interface RunningShop {
  url: string;
  process: ChildProcess;
  /** What the shop logged as an error so far: a journey that goes well leaves none. */
  errors: string[];
  stop(): Promise<void>;
}

/**
 * Starts the built shop on a free port and waits for its own word that it is ready.
 * @param script what is run, where it is not `npm start`
 */
export async function openShop(
  environment: Record<string, string> = {},
  script = join(root, 'scripts/start.mjs'),
): Promise<RunningShop> {
  const data = mkdtempSync(join(tmpdir(), 'tradebench-e2e-'));
  // What a first start does is tried in start.e2e.ts, on a folder of its own; here it would only cost time.
  if (!OWN_DATA.some((name) => name in environment)) await unpackPreparedPglite(data);
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
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
  const errors: string[] = [];
  await new Promise<void>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        said += `${line}\n`;
        if (line.includes('is ready')) resolve();
        // pino's number for errors, and what Node says of itself.
        if (/"level":[56]0|^\w*Error/.test(line)) errors.push(line);
      });
    }
    child.once('exit', () => reject(new Error(`the shop did not start:\n${said}`)));
  });
  return {
    url: `http://localhost:${port}`,
    process: child,
    errors,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Puts the demo's database into a data folder, made if it is not there, as a start before would have left it. */
export async function unpackPreparedPglite(data: string): Promise<void> {
  const database = pgliteData(pgliteFolder(data));
  mkdirSync(database, { recursive: true, mode: 0o700 });
  execFileSync('tar', ['-xf', await preparedPglite(), '-C', database], { stdio: 'ignore' });
}

/**
 * The same on a database of the tests' PostgreSQL server: its process starts with a fraction of the work that PGlite is,
 * which is made ready for the processor in each process anew. Only inside a test run.
 */
export async function openShopOnPostgres(
  environment: Record<string, string> = {},
  script?: string,
): Promise<RunningShop> {
  return openShop({ DATABASE_URL: await freshPostgres(), ...environment }, script);
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
