import { noteUntrustedProxy } from '#server/engine/http/untrusted-proxies.ts';
import { backupJobs } from '#server/engine/backups/backup-job.ts';
import { forgetAnswers } from '#server/engine/http/kept-answers.ts';
import { forgettingJobs } from '#server/people/personal-data/forgetting-job.ts';
import { forgetImports } from '#server/catalogue/imports/forget-imports.ts';
import { attachedPapers } from '#server/money/papers/attached-papers.ts';
import { paperLetters } from '#server/money/papers/send-papers.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { remindJob } from '#server/money/reminders/send-reminders.ts';
import { createImportRunner } from '#server/catalogue/imports/run-import.ts';
import { remindApproversJob } from '#server/buying/approvals/remind-approvers.ts';
import { approvalFollower } from '#server/buying/approvals/tell-approvals.ts';
import { remindBuyersJob } from '#server/buying/quotes/remind-buyers.ts';
import { leaveCompanies } from '#server/buying/companies/leave-companies.ts';
import { tellUnmanagedJob } from '#server/buying/companies/tell-unmanaged.ts';
import { figuresFollower } from '#server/money/figures/sales-days.ts';
import { goodsLetters } from '#server/money/letters/goods-letters.ts';
import { orderSearchFollower } from '#server/buying/orders/order-search.ts';
import { standingOrderJob } from '#server/buying/standing-orders/standing-order-job.ts';
import { createApp, type App } from './app.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { refuseOpenDemo } from '#server/shop/seed/demo-accounts.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { BEHIND_A_POOLER, openConfigured } from '#server/engine/db/open-configured.ts';
import { tellNowAndThen } from '#server/buying/stock-alerts/tell-waiting.ts';
import { seed } from '#server/shop/seed/seed.ts';
import { seedQuotes } from '#server/shop/seed/seed-quotes.ts';
import { seedShopFacts } from '#server/shop/seed/seed-shop-facts.ts';
import { createChanges, NotHeard } from '#server/engine/http/changes.ts';
import { createNewsReader, type NewsReader } from '#server/engine/news/follow-news.ts';
import type { Pages } from '#server/engine/http/pages.ts';
import type { Health } from '#server/engine/http/health.ts';
import type { CachedResponse } from '#server/engine/http/cached-response.ts';
import { createPageCache } from '#server/engine/http/page-cache.ts';
import { createIdentity } from '#server/people/identity/create-identity.ts';
import type { OpenIdIssuer } from '#server/people/identity/google.ts';
import type { PasswordHash } from '#server/people/identity/passwords.ts';
import { createCallers } from '#server/office/api-keys/callers.ts';
import { tellLostRightsNowAndThen } from '#server/office/lost-rights/lost-rights.ts';
import type { Log } from '#server/log.ts';
import { upkeepJob } from '#server/engine/jobs/upkeep.ts';
import { createScheduler } from '#server/engine/jobs/scheduler.ts';
import { createMail } from '#server/people/mail/mail.ts';
import { createObserver, type Observer } from '#server/engine/observe/observer.ts';
import type { ShopParts } from './parts.ts';
import { createVatRegister, VIES } from '#server/office/vat-register/vat-register.ts';
import { beginSettings, createSettings, type SettingsStore } from '#server/office/settings/settings.ts';
import { webhookFollower } from '#server/shop/tell-webhooks/tell-webhooks.ts';
import { cxmlDocuments } from '#server/buying/punchout-documents/document-form.ts';
import { documentFollower } from '#server/buying/punchout-documents/follow-documents.ts';
import { createWebhookSender } from '#server/office/webhooks/webhook-sender.ts';
import { createPayments } from '#server/money/payments/stripe-payments.ts';
import { followDays } from '#server/catalogue/tools/follow-days.ts';

/** How much memory the cached pages and lists may use. */
const PAGE_CACHE_BYTES = 48 * 1024 * 1024;

/** The shop with everything it needs, running but for the listening. */
export interface Shop {
  app: App;
  parts: ShopParts;
  health: Health;
  observer: Observer;
  /** Lets what is made from the news catch up. */
  news: NewsReader;
  /** Ends what goes on beside the requests, the stand-ins' included. */
  stopWork(): Promise<void>;
  /** The cached response, page or file at an address as the request line spells it, without waiting. */
  peek(target: string): CachedResponse | undefined;
  /** Notes for `doctor` who sent X-Forwarded-For without being trusted to. */
  untrustedProxy(address: string): void;
  /** Stops what runs beside the requests and closes the database. */
  close(): Promise<void>;
}

/** What the demo brings along, given from outside so that the server itself knows no stand-in. */
export interface StandIns {
  mounts: Record<string, (request: Request) => Promise<Response>>;
  /** Answers the calls to the card provider in the process; without it they go out to the real one. */
  providerFetch?: typeof fetch;
  /** Answers in place of the register of VAT numbers. */
  registerFetch?: typeof fetch;
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
  /** Is told what a person should know who waits for the start; the log otherwise. */
  tell?: (line: string) => void;
  /** Gives the start up; what was opened is closed again. */
  signal?: AbortSignal;
  /** Makes the pages' handler; without it the shop is its API alone. */
  web?: (parts: ShopParts, api: (request: Request) => Promise<Response>) => Promise<Pages>;
  standIns?: (parts: { config: Config; database: Database; log: Log }) => Promise<StandIns>;
  /** How passwords are hashed in tests about something else; no setting reaches it. */
  passwords?: PasswordHash;
}

/**
 * Opens the database, brings it up to date, fills it when it is new, and builds the shop.
 * @throws ConfigError where the database or the data folder cannot be used, or is a demo's in production, with what to do about it
 */
export async function startShop({
  config,
  log,
  web,
  standIns,
  database: given,
  tell,
  signal,
  passwords,
}: ShopOptions): Promise<Shop> {
  const database = given ?? (await openConfigured(config, (line) => (tell ? tell(line) : log.info({}, line))));
  const changes = createChanges(database, log);
  try {
    signal?.throwIfAborted();
    // Behind a pooler that cannot, the lock for the migrations would not hold either.
    await changes.listen().catch(refuseDeafness);
    await bringUpToDate(database, config, log);
    signal?.throwIfAborted();
    const pageCache = createPageCache(PAGE_CACHE_BYTES);
    changes.onTouch((tags) => {
      database.wrote();
      pageCache.drop(tags);
    });
    const settings = createSettings({ config, database, changes });
    const shop = async () => (await settings.read()).settings;
    const store = createUploadStore(config);
    const filesOf = (papers: readonly string[]) => attachedPapers(database, store, papers);
    const writer = async () => {
      const { company, logo } = (await settings.read()).settings;
      return { name: company.name, logo };
    };
    const mail = createMail({ config, database, log, writer, filesOf });
    const demo = standIns ? await standIns({ config, database, log }) : undefined;
    const identity = await createIdentity({
      config,
      database,
      mail,
      log,
      shop,
      beforeLeaving: leaveCompanies,
      ...(demo?.google ? { demoGoogle: demo.google } : {}),
      ...(passwords ? { passwords } : {}),
    });
    await fillNew(database, config, settings);
    signal?.throwIfAborted();
    const payments = createPayments({
      config,
      database,
      changes,
      log,
      mail,
      ...(demo?.providerFetch ? { providerFetch: demo.providerFetch } : {}),
    });
    const imports = createImportRunner({ database, changes, log });
    const vatRegister = createVatRegister(config.vatCheckUrl ?? VIES, log, demo?.registerFetch);
    const parts: ShopParts = {
      config,
      database,
      identity,
      callers: createCallers(identity, database, config),
      payments,
      vatRegister,
      changes,
      pageCache,
      settings,
      mail,
      imports,
      log,
    };
    const health: Health = { finishing: false, accepting: true };
    const observer = await createObserver(config, parts);
    let pages: Pages | undefined;
    const app: App = createApp(parts, health, {
      // The pages ask the very calls that they are mounted beside.
      ...(web ? { web: { fetch: async (request) => loaded().fetch(request), listed: () => loaded().listed } } : {}),
      ...(demo ? { sandbox: demo.mounts } : {}),
    });
    const loaded = () => {
      if (!pages) throw new Error('The pages are asked for before they are loaded.');
      return pages;
    };
    pages = await web?.(parts, (request) => app.fetch(request));
    // What was read on the way may have changed meanwhile.
    pageCache.drop(null);
    await demo?.start(app);
    const work = await startWork(parts);
    const stopWork = async () => void (await Promise.all([work.stop(), demo?.stop()]));
    return {
      app,
      parts,
      health,
      observer,
      news: work.news,
      stopWork,
      peek: pages?.peek ?? pageCache.peek,
      untrustedProxy(address) {
        noteUntrustedProxy(database.db, address).catch((error: unknown) =>
          log.warn({ error }, 'an address that is not in TRUSTED_PROXIES could not be recorded'),
        );
      },
      async close() {
        await stopWork();
        await Promise.all([changes.close(), observer.stop()]);
        await database.close();
      },
    };
  } catch (error) {
    await changes.close();
    await database.close().catch(() => {});
    throw error;
  }
}

/** Fills what is still empty; a new demo has what its papers need, and its company has asked and ordered something, unless the operator wants none of it. */
async function fillNew(database: Database, config: Config, settings: SettingsStore): Promise<void> {
  const { users } = await seed(database, config);
  if (users === 0 || !config.seedQuotes) return;
  await seedShopFacts(database, config);
  await seedQuotes(database, await settings.read());
}

async function bringUpToDate(database: Database, config: Config, log: Log): Promise<void> {
  const { later } = await migrate(database);
  if (later.length > 0) log.warn({ migrations: later }, 'the database is from a later version; this one keeps serving');
  await refuseOpenDemo(database, config);
  await beginSettings(database, { currency: config.shopCurrency });
}

/** Starts all that goes on beside the requests. */
async function startWork(parts: ShopParts) {
  const { config, database, changes, payments, mail, imports, log } = parts;
  const webhooks = createWebhookSender({ config, database, mail, log, documents: cxmlDocuments(database) });
  const news = createNewsReader({ database, log }, [
    orderSearchFollower,
    figuresFollower,
    webhookFollower(config.baseUrl, () => void webhooks.sendDue()),
    documentFollower(new URL(config.baseUrl).host, () => void webhooks.sendDue()),
    approvalFollower(parts),
    paperLetters(parts),
    goodsLetters(parts),
  ]);
  changes.onTouch(() => news.wake());
  const jobs = [
    ...backupJobs(config, database, log),
    ...forgettingJobs(config, database, log),
    tellUnmanagedJob(parts),
    remindBuyersJob(parts),
    standingOrderJob(parts),
    remindJob(parts),
    remindApproversJob(database),
    forgetImports(database),
    forgetAnswers(database),
    upkeepJob(database),
  ];
  const work = [
    payments,
    mail,
    webhooks,
    news,
    tellNowAndThen(parts),
    tellLostRightsNowAndThen(parts),
    followDays({ database, changes, log }),
    createScheduler(database, jobs, log),
    imports,
  ];
  for (const each of work) await each.start();
  return {
    news,
    async stop() {
      await Promise.all(work.map((each) => each.stop()));
    },
  };
}

function refuseDeafness(error: unknown): never {
  throw error instanceof NotHeard ? new ConfigError([BEHIND_A_POOLER]) : error;
}
