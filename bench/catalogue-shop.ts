import type { TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';

const FIRST_PORT = Number(process.env['BENCH_PORT'] ?? 5200);
/** Filling a large catalogue takes its time. */
const FILLED_WITHIN_MS = 180_000;

let ports = 0;

export interface CatalogueShop extends ShopProcess {
  databaseUrl: string;
  /** How many ms the first start took, filling included. */
  filledInMs: number;
}

interface CatalogueShopOptions {
  filledWithinMs?: number;
  orders?: number;
  /** What of another version is run instead: its `build/main.js`. */
  program?: string | undefined;
}

/** A process of the built shop on a database of its own, filled with so many generated tools, and orders, beside the demo's. */
export async function openCatalogueShop(
  server: Pick<TestServer, 'createDatabase'>,
  tools: number,
  { filledWithinMs = FILLED_WITHIN_MS, orders = 0, program }: CatalogueShopOptions = {},
): Promise<CatalogueShop> {
  const port = nextPort();
  const databaseUrl = await server.createDatabase();
  const settings = {
    DATABASE_URL: databaseUrl,
    BASE_URL: `http://127.0.0.1:${port}`,
    SEED_TOOLS: String(tools),
    SEED_ORDERS: String(orders),
  };
  const shop = shopProcess(port, settings, {
    readyWithinMs: filledWithinMs,
    firstAsk: '/',
    ...(program === undefined ? {} : { command: [process.execPath, program] }),
  });
  const filledInMs = await shop.start();
  return { ...shop, databaseUrl, filledInMs };
}

export function nextPort(): number {
  return FIRST_PORT + ports++;
}
