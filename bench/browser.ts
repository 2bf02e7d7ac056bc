import { get } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromium } from '../e2e/chromium.ts';
import { freePort, openShop } from '../e2e/shop.ts';
import { signIn } from '../e2e/visit.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { report, type Row } from './report.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const DEVICES = ['mobile', 'desktop'] as const;

/** Lighthouse on home, products and a product, as on a telephone and as on a desk; each value is the median of the runs. */
export async function benchBrowser(): Promise<boolean> {
  await buildShop();
  const shop = await openShop();
  const profile = mkdtempSync(join(tmpdir(), 'tradebench-bench-'));
  try {
    const port = await freePort();
    const browser = await openBrowser(profile, port);
    try {
      const tools = (await (await fetch(`${shop.url}/tool?limit=1`)).json()) as { _id: string }[];
      const rows: Row[] = [];
      rows.push(...(await lookAt('home', `${shop.url}/`, port)));
      rows.push(...(await lookAt('products', `${shop.url}/products`, port)));
      // A product is for those who are signed in (spec §2); everybody else is led to the login page.
      const page = await browser.newPage();
      await signIn(page, 'alice', `${shop.url}/login`);
      await page.close();
      rows.push(...(await lookAt('a product, signed in', `${shop.url}/products/${tools[0]?._id}`, port)));
      return report(
        'browser',
        'Pages in the browser',
        `Lighthouse in Chromium, its own mobile (slow 4G and a slow processor, simulated) and desktop settings; medians of ${RUNS} runs with an empty cache; what else kept the machine busy counts as blocking time: load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`,
        rows,
      );
    } finally {
      await browser.close();
    }
  } finally {
    await shop.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

function openBrowser(profile: string, port: number): Promise<BrowserContext> {
  const { executablePath, env } = findChromium();
  const own = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
    env: { ...own, ...env },
  });
}

async function lookAt(name: string, url: string, port: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const device of DEVICES) {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run++) results.push(await measure(url, port, device));
    if (name === 'home' && device === 'mobile') rows.push(await scriptOf(results));
    rows.push(...rowsOf(`${name}, ${device}`, results, device));
  }
  return rows;
}

async function measure(url: string, port: number, device: (typeof DEVICES)[number]): Promise<Result> {
  const flags = { port, logLevel: 'error' as const, onlyCategories: [...CATEGORIES] };
  const found = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!found || found.lhr.runtimeError)
    throw new Error(`Lighthouse failed at ${url}: ${found?.lhr.runtimeError?.message}`);
  if (found.lhr.finalDisplayedUrl !== url) throw new Error(`${url} leads to ${found.lhr.finalDisplayedUrl}`);
  return found.lhr;
}

function rowsOf(what: string, results: Result[], device: string): Row[] {
  const mobile = device === 'mobile';
  const audit = (id: string) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const scores = CATEGORIES.map((id): Row => {
    const value = Math.round(100 * median(results.map(({ categories }) => categories[id]?.score ?? 0)));
    return { what: `${what}: ${id}`, value, unit: 'points', ...(mobile ? { bar: { atLeast: 98 } } : {}) };
  });
  return [
    ...scores,
    {
      what: `${what}: LCP`,
      value: audit('largest-contentful-paint'),
      unit: 'ms',
      ...(mobile ? { bar: { below: 1_500 } } : {}),
    },
    { what: `${what}: CLS`, value: audit('cumulative-layout-shift'), unit: '', bar: { below: 0.0005 } },
    { what: `${what}: TBT`, value: audit('total-blocking-time'), unit: 'ms' },
    { what: `${what}: bytes`, value: audit('total-byte-weight') / 1_000, unit: 'kB' },
  ];
}

/** All script that the page asked for while Lighthouse looked, as gzip would send it. */
async function scriptOf([result]: Result[]): Promise<Row> {
  const details = result?.audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items : [];
  const urls = requests.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => String(url));
  let sum = 0;
  for (const url of new Set(urls)) sum += await gzipBytes(url);
  return { what: 'home: JavaScript, gzip', value: sum / 1_000, unit: 'kB', bar: { below: 140 } };
}

function gzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
