import type { Database } from '#server/engine/db/client.ts';
import type { SandboxDatabase } from './stripe/store.ts';

/** The card provider's own tables, in a database beside whatever else is there. */
export function overDatabase(database: Database): SandboxDatabase {
  return {
    query: (text, params) => database.raw(text, params),
    transaction: (work) => database.rawTransaction(work),
  };
}
