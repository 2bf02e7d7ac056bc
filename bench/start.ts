import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres, type TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { nextPort, openCatalogueShop } from './catalogue-shop.ts';
import { residentMb } from './memory.ts';
import { report, type Row } from './report.ts';
import { median } from './rounds.ts';

const STARTS = 5;
/** After this long without a request a process is at rest. */
const REST_MS = 5_000;
const MANY = 100_000;

/** From the command to the first page, with data there already; what a process at rest holds; how long filling takes. */
export async function benchStart(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres({ durable: true });
  try {
    const rows = [
      ...(await starts('PGlite', {}, { below: 1.5 })),
      ...(await starts('PostgreSQL', { DATABASE_URL: await server.createDatabase() }, { below: 0.8 })),
      await filling(server),
    ];
    const how = `From the command to the home page's last byte; ${STARTS} starts on the data of an earlier one, medians. Memory is RSS after the page and ${REST_MS / 1000} s of rest.`;
    return report('start', 'Start and rest', how, rows);
  } finally {
    await server.stop();
  }
}

async function starts(engine: string, settings: Record<string, string>, bar: { below: number }): Promise<Row[]> {
  const port = nextPort();
  const all = { BASE_URL: `http://127.0.0.1:${port}`, ...settings };
  const firstAsk = '/';
  const server = shopProcess(port, all, { firstAsk });
  const npm = shopProcess(port, all, { firstAsk, command: ['npm', 'start'] });
  try {
    // The first starts make and fill the databases, and let Node keep what it compiled.
    await server.start();
    await server.stop();
    const ofServer = await timed(server);
    await server.start();
    await pause(REST_MS);
    const resting = residentMb(server.pid());
    await server.stop();
    const rows: Row[] = [
      { what: `start with data, ${engine}`, value: ofServer, unit: 's', bar },
      {
        what: `memory at rest, ${engine}`,
        value: resting,
        unit: 'MB',
        ...(engine === 'PGlite' ? {} : { bar: { below: 160 } }),
      },
    ];
    if (engine !== 'PGlite') return rows;
    await npm.start();
    await npm.stop();
    const demo: Row = {
      what: `npm start with data, ${engine}`,
      value: await timed(npm),
      unit: 's',
      bar: { below: 2 },
    };
    return [demo, ...rows];
  } finally {
    await npm.kill();
    await server.kill();
  }
}

/** @returns the median in seconds */
async function timed(shop: ShopProcess): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < STARTS; turn++) {
    times.push((await shop.start()) / 1000);
    await shop.stop();
  }
  return median(times);
}

async function filling(server: TestServer): Promise<Row> {
  const shop = await openCatalogueShop(server, MANY);
  await shop.stop();
  const what = `first start with SEED_TOOLS=${MANY}, PostgreSQL`;
  return { what, value: shop.filledInMs / 1000, unit: 's', bar: { below: 60 } };
}
