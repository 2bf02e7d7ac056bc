import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/engine/db/client.ts';
import type { NewsReader } from './follow-news.ts';

/** How often it is looked whether all is read; another test's transaction may hold the server's news up for some seconds. */
const LOOKS = 2_000;

/** Resolves once the followers have read all that was written. @throws Error where they do not come to its end */
export async function allNewsRead(database: Database, reader: Pick<NewsReader, 'look'>): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    await reader.look();
    const [left] = await database.raw('select from news limit 1');
    if (!left) return;
    await pause(10);
  }
  throw new Error('The news was not read to its end: a follower fails, or a transaction stays open.');
}
