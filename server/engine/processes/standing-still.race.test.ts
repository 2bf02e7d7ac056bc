import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { clusterWorkers } from './cluster-workers.ts';
import { createSupervisor } from './supervisor.ts';

const said: object[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (facts: object) => void said.push(facts) };
cluster.setupPrimary({ execArgv: ['--import', 'tsx'] });
const start = clusterWorkers(join(projectRoot, 'server/engine/processes/standing-still-for-tests.ts'), {});
const supervisor = createSupervisor({ count: 2, log, start, pause: async (ms) => void (await pause(ms)) });
const looking = setInterval(() => supervisor.endSilent(), 1_000);
afterAll(async () => {
  clearInterval(looking);
  await supervisor.stop();
});

it('another process takes the place of one that a call keeps from going on, and the log names the call (attacks T72)', async () => {
  const listening = new Promise<number>((resolve) => {
    cluster.once('listening', (_worker, { port }) => resolve(port));
  });
  await supervisor.start();
  const url = `http://127.0.0.1:${await listening}`;
  const before = supervisor.serving();
  const cut = fetch(`${url}/stand-still`).catch(() => 'cut off');
  await expect.poll(() => said.length).toBeGreaterThan(0);
  expect(said[0]).toMatchObject({ calls: [{ call: 'GET /:what', ms: expect.any(Number) }] });
  expect(await cut).toBe('cut off');
  await expect.poll(() => supervisor.serving().filter((pid) => !before.includes(pid))).toHaveLength(1);
  expect(supervisor.serving()).toHaveLength(2);
  expect((await fetch(url)).status).toBe(200);
});

it('and of one that is stopped', async () => {
  const [stopped = 0] = supervisor.serving();
  process.kill(stopped, 'SIGSTOP');
  await expect.poll(() => supervisor.serving()).not.toContain(stopped);
  await expect.poll(() => supervisor.serving()).toHaveLength(2);
});
