import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { Log } from '#server/log.ts';
import type { Changes } from './changes.ts';

/** What every handler may be built from; a subject that needs more of the shop says so at its own handlers. */
export interface Parts {
  config: Config;
  database: Database;
  changes: Changes;
  log: Log;
}
