import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Where distributions and people put their browsers. */
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
];

/** What lets Chromium run as root in a container, and keeps it from calling home. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** A Chromium that is really there: Playwright's own, the system's, else the one inside the npm package @sparticuz/chromium. */
export async function launchChromium(): Promise<Browser> {
  const installed = [playwright.executablePath(), ...SYSTEM].find((path) => existsSync(path));
  if (installed) return playwright.launch({ executablePath: installed, args: ARGS });
  const executablePath = await packedChromium();
  const libraries = join(tmpdir(), 'al2023', 'lib');
  const env = { ...process.env, ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}) };
  return playwright.launch({ executablePath, args: [...ARGS, '--headless=shell'], env: env as Record<string, string> });
}

/** Unpacks the packaged browser, with its own libraries where the machine lacks them. */
async function packedChromium(): Promise<string> {
  const { default: packed } = await import('@sparticuz/chromium');
  const path = await packed.executablePath();
  if (!/not found/.test(execFileSync('ldd', [path], { encoding: 'utf8' }))) return path;
  const { inflate } = (await import(
    join(import.meta.dirname, '../node_modules/@sparticuz/chromium/build/esm/lambdafs.js')
  )) as { inflate: (file: string) => Promise<string> };
  await inflate(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
  return path;
}
