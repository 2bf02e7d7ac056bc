import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import type { Log } from '#server/log.ts';

/**
 * Tags of what public pages and lists show; a write names those it touched, and what was kept of them is dropped. `tools`
 * is which tools there are and what is written about them, `stock` how much there is of any, `tool:` and an id all of one.
 */
export type Tag = 'tools' | 'stock' | 'categories' | 'reviews' | `tool:${string}`;

/** What shows the stock of these tools. */
export function stockTags(toolIds: string[]): Tag[] {
  return ['stock', ...toolIds.map((id): Tag => `tool:${id}`)];
}

/** What shows a tool that was added, edited or removed: its place in every list too. */
export function toolTags(toolId: string): Tag[] {
  return ['tools', 'stock', 'categories', `tool:${toolId}`];
}

/** Tells this process at once, and the others through the database, that something shown has changed. */
export interface Changes {
  /** To be called after commit. This process has dropped what it kept when it returns; the others follow within milliseconds. */
  touch(tags: Tag[]): void;
  /** Calls back with the tags that were touched here or elsewhere; with null where messages may have been lost and all must go. */
  onTouch(drop: (tags: Tag[] | null) => void): void;
  /** Starts to hear the other processes. */
  listen(): Promise<void>;
  /** Resolves when everything touched so far has been told to the others. */
  told(): Promise<void>;
}

const CHANNEL = 'tradebench_changes';

/** How long what is touched gathers after a message: each is a commit that waits for the disk, as the writes do. */
const GATHER_MS = 5;

/** The most bytes that PostgreSQL takes in one notification, with room to spare. */
const MAX_PAYLOAD = 7_000;

/**
 * Changes over PostgreSQL's NOTIFY. A commit that notifies takes a lock that lets only one such commit happen at a
 * time, so writes do not notify themselves: one message at a time goes out beside them, the first at once, the next with all
 * that gathered meanwhile.
 */
export function createChanges(database: Database, log: Log): Changes {
  const me = randomUUID().slice(0, 8);
  const listeners: ((tags: Tag[] | null) => void)[] = [];
  const waiting = new Set<Tag>();
  let sending: Promise<void> | null = null;

  const drop = (tags: Tag[] | null) => {
    for (const listener of listeners) listener(tags);
  };

  const send = async () => {
    while (waiting.size > 0) {
      const batch: Tag[] = [];
      for (const tag of waiting) {
        if (JSON.stringify(batch).length + tag.length > MAX_PAYLOAD) break;
        batch.push(tag);
        waiting.delete(tag);
      }
      try {
        await database.notify(CHANNEL, `${me} ${JSON.stringify(batch)}`);
      } catch (error) {
        // The others drop everything when their own connection comes back, so a message lost with the server is no loss.
        log.warn({ error }, 'a change was not told to the other processes');
      }
      await pause(GATHER_MS);
    }
    sending = null;
  };

  return {
    touch(tags) {
      drop(tags);
      // In the process there is nobody else to tell.
      if (database.kind === 'pglite') return;
      for (const tag of tags) waiting.add(tag);
      sending ??= send();
    },
    onTouch(listener) {
      listeners.push(listener);
    },
    async listen() {
      if (database.kind === 'pglite') return;
      await database.listen(
        CHANNEL,
        (payload) => {
          const space = payload.indexOf(' ');
          if (payload.slice(0, space) !== me) drop(readTags(payload.slice(space + 1)));
        },
        () => drop(null),
      );
    },
    async told() {
      await sending;
    },
  };
}

/** The tags of a message; null, which drops everything, where it is not one of ours. */
function readTags(text: string): Tag[] | null {
  try {
    const value: unknown = JSON.parse(text);
    // Only this module writes to the channel, and only tags.
    return Array.isArray(value) ? (value as Tag[]) : null;
  } catch {
    return null;
  }
}
