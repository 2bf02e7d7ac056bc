import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { roundRobin, type RoundRobin } from '../prove/round-robin.ts';
import { launchChromium } from './chromium.ts';
import { freePort } from './shop.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tradebench-two-versions-'));
let server: TestServer;
let proxy: RoundRobin;
const processes: ChildProcess[] = [];
let browser: Awaited<ReturnType<typeof launchChromium>>;

function serverParts(parts: string): string[] {
  return existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
}

/** The build of another version: the same program, with another hash in the name of each of its files. */
function otherVersion(): string {
  const home = join(folder, 'other');
  mkdirSync(home);
  cpSync(join(root, 'build'), join(home, 'build'), { recursive: true, dereference: true });
  for (const name of ['node_modules', 'migrations', 'package.json']) symlinkSync(join(root, name), join(home, name));
  const client = join(home, 'build', 'client');
  const assets = join(client, 'assets');
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, 'Other$1')]));
  const texts = [
    ...names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(assets, name)),
    join(home, 'build', 'server', 'index.js'),
    // Where a part that is loaded late is shared, the pages' names stand in a file beside it.
    ...serverParts(join(home, 'build', 'server', 'assets')),
  ];
  for (const file of texts) {
    let text = readFileSync(file, 'utf8');
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    writeFileSync(file, text);
  }
  for (const name of readdirSync(assets)) {
    const to = renamed.get(name);
    if (to) cpSync(join(assets, name), join(assets, to));
    rmSync(join(assets, name));
  }
  return home;
}

async function start(home: string, databaseUrl: string, baseUrl: string, name: string): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(home, 'build', 'main.js')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(folder, name),
      DATABASE_URL: databaseUrl,
      BASE_URL: baseUrl,
      AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  for await (const chunk of child.stdout!) if (String(chunk).includes('is ready')) break;
  return port;
}

let ports: number[] = [];
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  // The proxy's own address is known before the processes that it leads to.
  proxy = await roundRobin(ports);
  ports.push(await start(root, url, proxy.url, 'one'));
  ports.push(await start(otherVersion(), url, proxy.url, 'two'));
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  for (const child of processes) child.kill('SIGKILL');
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of its own, with everything that went wrong in it. */
async function tab(): Promise<{ page: Page; failures: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('pageerror', (error) => failures.push(String(error)));
  return { page, failures };
}

/** The version whose document this is. */
const versionOf = async (page: Page) => ((await page.content()).includes('Other.js') ? 'other' : 'one');

it('pages of two versions behind one proxy find their scripts, whichever process is asked for them', async () => {
  const seen = new Set<string>();
  for (let loads = 0; loads < 8 && seen.size < 2; loads++) {
    const { page, failures } = await tab();
    await page.goto(`${proxy.url}/login`);
    seen.add(await versionOf(page));
    // Only a page with its script says what is missing in a form of its own.
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByRole('link', { name: 'Create New Account' }).click();
    await page.getByRole('button', { name: 'Register' }).waitFor();
    expect(failures).toEqual([]);
    await page.context().close();
    // One call more after every other page: in turn, they would all be one process's, whatever the number of their files.
    if (loads % 2 === 0) await fetch(`${proxy.url}/healthz`);
  }
  expect([...seen].toSorted()).toEqual(['one', 'other']);
});

it('a tab that was opened before the deploy goes on where the first click leads, and nothing typed is lost on the way', async () => {
  const { page, failures } = await tab();
  do await page.goto(`${proxy.url}/register`);
  while ((await versionOf(page)) !== 'other');
  const name = page.getByLabel('Name');
  await name.fill('Nora Newcomer');
  const [, older] = processes;
  const ended = once(older!, 'exit');
  older!.kill('SIGTERM');
  await ended;
  ports.pop();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Email is required').waitFor();
  expect(await name.inputValue()).toBe('Nora Newcomer');
  await page.getByLabel('Email').fill('nora@people.test');
  await page.getByLabel('Password').fill('tradebench-1');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
  await page.goto(`${proxy.url}/reviews`);
  expect(failures.filter((line) => line.includes('/assets/'))).toEqual([]);
});
