import { type Database, openDatabase } from '#server/db/client.ts';
import { startPostgres, type TestServer, type TestServerOptions } from '#server/db/postgres-for-tests.ts';
import { signedInPeople } from '#server/identity/people-for-tests.ts';
import { createLog } from '#server/log.ts';
import { createProvider } from '#server/payments/provider.ts';
import { type Difference, reconcile } from '#server/payments/reconcile.ts';
import { buildShop, PROCESS_SECRET, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { STOCK } from './books.ts';
import { type Buyer, signInAdmin, signUp, withBearer } from './buyer.ts';
import { type ProviderHost, PUBLISHABLE_KEY, SECRET_KEY, startProvider, WEBHOOK_SECRET } from './provider-host.ts';

const FIRST_PORT = Number(process.env['PROVE_PORT'] ?? 4600);
const PORTS = [FIRST_PORT, FIRST_PORT + 1] as const;
const PROVIDER_PORT = FIRST_PORT + 10;

/** Beyond this many, people are written into the tables instead of signing up: hashing their passwords would take minutes. */
const MANY = 60;

/** Two processes of the built shop on a PostgreSQL of their own, one provider beside them, one tool, and people who buy it. */
export interface Arena {
  shops: ShopProcess[];
  database: Database;
  /** The PostgreSQL server under all of it. */
  server: TestServer;
  admin: Buyer;
  provider: ProviderHost;
  buyers: Buyer[];
  toolId: string;
  /** What orders, ledger and provider do not agree about. */
  differences(): Promise<Difference[]>;
  close(): Promise<void>;
}

/** How an arena is furnished. */
export interface ArenaOptions extends TestServerOptions {
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
  const server = await startPostgres(options);
  const [shopUrl, providerUrl] = [await server.createDatabase(), await server.createDatabase()];
  const baseUrl = `http://127.0.0.1:${PORTS[0]}`;
  const provider = await startProvider(providerUrl, PROVIDER_PORT, `http://127.0.0.1:${PORTS[1]}/webhooks/stripe`);
  const shops = PORTS.map((port) =>
    shopProcess(
      port,
      { DATABASE_URL: shopUrl, BASE_URL: baseUrl, ...provider.settings },
      options.heard ? { heard: options.heard } : {},
    ),
  );
  const database = await openDatabase({ url: shopUrl });
  const close = async () => {
    for (const shop of shops) await shop.stop();
    await provider.stop();
    await database.close();
    await server.stop();
  };
  try {
    for (const shop of shops) await shop.start();
    const url = () => pick(shops).url;
    const admin = await signInAdmin(baseUrl, url);
    const made = await admin.call('POST', '/tool', {
      name: 'Proof hammer',
      description: 'For proofs',
      price: 10,
      availableQuantity: STOCK,
      minOrderQuantity: 1,
      image: 'https://pictures.test/hammer.webp',
    });
    if (made.status !== 201) throw new Error(`There is no tool to buy: ${JSON.stringify(made.body)}`);
    const buyers: Buyer[] = [];
    if (people <= MANY) {
      for (let index = 0; index < people; index++) buyers.push(await signUp(baseUrl, url, `buyer${index}`));
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
    return { shops, database, server, admin, provider, buyers, toolId: String(made.body['_id']), differences, close };
  } catch (error) {
    await close();
    throw error;
  }
}
