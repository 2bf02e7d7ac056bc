import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/db/client.ts';
import type { Changes } from '#server/http/changes.ts';
import type { Log } from '#server/log.ts';
import type { Provider } from './provider.ts';

/** What payments need of mail: a letter queued in the transaction that causes it. */
export interface ReceiptMail {
  queue(tx: Tx, letter: { to: string; subject: string; text: string; html: string }): Promise<void>;
}

/** What the rules of payment are built from. */
export interface PaymentParts {
  config: Config;
  database: Database;
  changes: Changes;
  log: Log;
  mail: ReceiptMail | undefined;
  provider: Provider;
  /** Sends refunds that were just recorded, instead of at the next round; called after commit. */
  wake: () => void;
}
