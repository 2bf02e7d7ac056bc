import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres, type TestServer, type TestServerOptions } from '#server/engine/db/postgres-for-tests.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { createLog } from '#server/log.ts';
import { createProvider } from '#server/money/payments/provider.ts';
import { type Difference, reconcile } from '#server/money/payments/reconcile.ts';
import { buildShop, PROCESS_SECRET, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { STOCK } from './books.ts';
import type { Random } from './random.ts';
import { type Buyer, signInAdmin, signUp, withBearer } from './buyer.ts';
import { type ProviderHost, PUBLISHABLE_KEY, SECRET_KEY, startProvider, WEBHOOK_SECRET } from './provider-host.ts';

const FIRST_PORT = Number(process.env['PROVE_PORT'] ?? 4600);
const PORTS = [FIRST_PORT, FIRST_PORT + 1] as const;
const PROVIDER_PORT = FIRST_PORT + 10;

/** Beyond this many, people are written into the tables instead of signing up: hashing their passwords would take minutes. */
const MANY = 60;

/** How many tools are bought, and the most lines of an order. */
const TOOLS = 50;

/** Two processes of the built shop on a PostgreSQL of their own, one provider beside them, tools, and people who buy it. */
export interface Arena {
  shops: ShopProcess[];
  database: Database;
  /** The PostgreSQL server under all of it. */
  server: TestServer;
  admin: Buyer;
  provider: ProviderHost;
  buyers: Buyer[];
  /** One of `toolIds`. */
  toolId: string;
  /** All tools that are bought, each with STOCK pieces. */
  toolIds: readonly string[];
  /** What orders, ledger and provider do not agree about. */
  differences(): Promise<Difference[]>;
  close(): Promise<void>;
}

/** How an arena is furnished. */
interface ArenaOptions extends TestServerOptions {
  /** The server to use, with whatever stands before it; the card provider then gets one of its own. */
  server?: TestServer;
  /** What each process is told beside what all are. */
  settingsOf?: (process: number, databaseUrl: string) => Record<string, string>;
  /** Is told each line that the processes log as an error. */
  heard?: (line: string) => void;
}

/** @param pick chooses the process that a call goes to */
export async function openArena(
  people: number,
  pick: <T>(from: readonly T[]) => T,
  options: ArenaOptions = {},
): Promise<Arena> {
  await buildShop();
  const server = options.server ?? (await startPostgres(options));
  const providerServer = options.server ? await startPostgres() : server;
  const [shopUrl, providerUrl] = [await server.createDatabase(), await providerServer.createDatabase()];
  const baseUrl = `http://127.0.0.1:${PORTS[0]}`;
  const provider = await startProvider(providerUrl, PROVIDER_PORT, `http://127.0.0.1:${PORTS[1]}/webhooks/stripe`);
  const shops = PORTS.map((port, index) =>
    shopProcess(
      port,
      {
        DATABASE_URL: shopUrl,
        BASE_URL: baseUrl,
        ...provider.settings,
        ...options.settingsOf?.(index, shopUrl),
      },
      options.heard ? { heard: options.heard } : {},
    ),
  );
  const database = await openDatabase({ url: shopUrl });
  const close = async () => {
    for (const shop of shops) await shop.stop();
    await provider.stop();
    await database.close();
    if (providerServer !== server) await providerServer.stop();
    await server.stop();
  };
  try {
    for (const shop of shops) await shop.start();
    const url = () => pick(shops).url;
    const admin = await signInAdmin(baseUrl, url);
    const toolIds: string[] = [];
    for (let index = 0; index < TOOLS; index++) {
      const made = await admin.call('POST', '/tool', {
        name: `Proof hammer ${index}`,
        description: 'For proofs',
        price: 10,
        availableQuantity: STOCK,
        minOrderQuantity: 1,
        image: 'https://pictures.test/hammer.webp',
      });
      if (made.status !== 201) throw new Error(`There is no tool to buy: ${JSON.stringify(made.body)}`);
      toolIds.push(String(made.body['_id']));
    }
    const buyers: Buyer[] = [];
    if (people <= MANY) {
      for (let index = 0; index < people; index++) buyers.push(await signUp(baseUrl, url, `buyer${index}`));
      // Who never proved their address gets ten letters a day, and a proof counts them all.
      await database.raw('update users set email_verified = true');
    } else {
      for (const { email, token } of await signedInPeople(database, people, baseUrl, PROCESS_SECRET))
        buyers.push({ email, ...withBearer(token, url) });
    }
    const differences = async () => {
      const settings = {
        kind: 'stripe' as const,
        secretKey: SECRET_KEY,
        publishableKey: PUBLISHABLE_KEY,
        webhookSecret: WEBHOOK_SECRET,
        apiBase: provider.url,
      };
      return (await reconcile(database, createProvider(settings, createLog('silent'), undefined))).differences;
    };
    return { shops, database, server, admin, provider, buyers, toolId: toolIds[0]!, toolIds, differences, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** 1 to 50 lines of different tools, in no order, each with 1 to so many pieces; most orders are short. */
export function someLines(
  { toolIds }: Pick<Arena, 'toolIds'>,
  chance: Random,
  mostPieces: number,
): { toolId: string; quantity: number }[] {
  const count = 1 + Math.floor(toolIds.length * chance.next() ** 3);
  const mixed = toolIds.map((toolId) => ({ toolId, at: chance.next() })).toSorted((one, other) => one.at - other.at);
  return mixed.slice(0, count).map(({ toolId }) => ({ toolId, quantity: 1 + chance.below(mostPieces) }));
}
