import { createApp, type App } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { openConfigured } from './db/open-configured.ts';
import { seed } from './db/seed.ts';
import { createChanges } from './http/changes.ts';
import type { Pages } from './http/pages.ts';
import type { Health } from './http/health.ts';
import type { Kept } from './http/kept-answer.ts';
import { createKeeper } from './http/keeper.ts';
import { createIdentity } from './identity/create-identity.ts';
import type { OpenIdIssuer } from './identity/google.ts';
import type { Log } from './log.ts';
import { createMail } from './mail/mail.ts';
import type { Parts } from './parts.ts';
import { createPayments } from './payments/stripe-payments.ts';

/** How much memory the kept pages and lists may use. */
const KEPT_BYTES = 48 * 1024 * 1024;

/** The shop with everything it needs, running but for the listening. */
export interface Shop {
  app: App;
  parts: Parts;
  health: Health;
  /** The kept answer, page or file at an address as the request line spells it, without waiting. */
  peek(target: string): Kept | undefined;
  /** Stops what runs beside the requests and closes the database. */
  close(): Promise<void>;
}

/** What the demo brings along, given from outside so that the server itself knows no stand-in. */
export interface StandIns {
  mounts: Record<string, (request: Request) => Promise<Response>>;
  /** Answers the calls to the card provider in the process; without it they go out to the real one. */
  providerFetch?: typeof fetch;
  /** Stands in for Google. */
  google?: OpenIdIssuer;
  start(app: App): Promise<void>;
  stop(): Promise<void>;
}

export interface ShopOptions {
  config: Config;
  log: Log;
  /** An open database instead of the configured one; it is closed with the shop. */
  database?: Database;
  /** Makes the pages' handler; without it the shop is its API alone. */
  web?: (parts: Parts, api: (request: Request) => Promise<Response>) => Promise<Pages>;
  standIns?: (parts: { config: Config; database: Database; log: Log }) => Promise<StandIns>;
}

/**
 * Opens the database, brings it up to date, fills it when it is new, and builds the shop.
 * @throws ConfigError where the database or the data folder cannot be used, with what to do about it
 */
export async function startShop({ config, log, web, standIns, database: given }: ShopOptions): Promise<Shop> {
  const database = given ?? (await openConfigured(config));
  try {
    const { later } = await migrate(database);
    if (later.length > 0)
      log.warn({ migrations: later }, 'the database is that of a later version; this one serves on');
    const changes = createChanges(database, log);
    const keeper = createKeeper(KEPT_BYTES);
    changes.onTouch((tags) => keeper.drop(tags));
    const mail = createMail({ config, database, log });
    const demo = standIns ? await standIns({ config, database, log }) : undefined;
    const identity = await createIdentity({
      config,
      database,
      mail,
      log,
      ...(demo?.google ? { demoGoogle: demo.google } : {}),
    });
    await seed(database, config);
    const payments = createPayments({
      config,
      database,
      changes,
      log,
      mail,
      ...(demo?.providerFetch ? { providerFetch: demo.providerFetch } : {}),
    });
    const parts: Parts = { config, database, identity, payments, changes, keeper, mail, log };
    const health: Health = { accepting: true };
    const api = createApp(parts, health);
    const pages = await web?.(parts, (request) => api.fetch(request));
    const app = createApp(parts, health, {
      ...(pages ? { web: pages.fetch } : {}),
      ...(demo ? { sandbox: demo.mounts } : {}),
    });
    await changes.listen();
    await demo?.start(app);
    payments.start();
    mail.start();
    return {
      app,
      parts,
      health,
      peek: pages?.peek ?? keeper.peek,
      async close() {
        await Promise.all([payments.stop(), mail.stop(), demo?.stop()]);
        await changes.told();
        await database.close();
      },
    };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}
