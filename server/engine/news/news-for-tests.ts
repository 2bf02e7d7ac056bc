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

/** Resolves once all that was written can be read together: no transaction that began before it still runs, on this server. */
export async function allNewsTogether(database: Database): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const [later] = await database.raw(
      'select from news where xact >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
    );
    if (!later) return;
    await pause(10);
  }
  throw new Error('The news cannot be read together: a transaction stays open.');
}
