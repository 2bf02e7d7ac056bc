import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { Changes } from './http/changes.ts';
import type { PageCache } from './http/page-cache.ts';
import type { ImportRunner } from './imports/run-import.ts';
import type { Identity } from './identity/identity.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { Payments } from './payments/payments.ts';
import type { SettingsStore } from './settings/settings.ts';

/** What the handlers are built from. */
export interface Parts {
  config: Config;
  database: Database;
  identity: Identity;
  payments: Payments;
  changes: Changes;
  /** Public answers and pages, cached until a write touches what they show. */
  pageCache: PageCache;
  /** What the owner has set. */
  settings: SettingsStore;
  mail: Mail;
  /** Commits and undoes imports beside the calls. */
  imports: ImportRunner;
  log: Log;
}
