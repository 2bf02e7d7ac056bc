import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import type { Limits } from '#server/engine/http/limits.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { Provider } from './provider.ts';

/** What the rules of payment are built from. */
export interface PaymentParts {
  config: Config;
  database: Database;
  changes: Changes;
  log: Log;
  /** Without it, no receipts are sent. */
  mail: Mail | undefined;
  provider: Provider;
  limits: Limits;
  /** Sends refunds that were just recorded, instead of at the next round; called after commit. */
  wake: () => void;
}
