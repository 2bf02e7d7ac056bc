import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/engine/db/client.ts';
import type { Log } from '#server/log.ts';

/**
 * Tags of what public pages and lists show; a write names those it touched, and what was cached of them is dropped. `tools`
 * is which tools there are and what is written about them, `stock` how much there is of any, `tool:` and an id all of one.
 */
export const GENERAL_TAGS = ['tools', 'stock', 'categories', 'reviews', 'settings'] as const;
export type Tag = (typeof GENERAL_TAGS)[number] | `tool:${string}`;

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
  /** The same of all that is shown at all, where a write touched more than is worth naming. */
  touchEverything(): void;
  /** Calls back with the tags that were touched here or elsewhere; with null where messages may have been lost and all must go. */
  onTouch(drop: (tags: Tag[] | null) => void): void;
  /** Starts to hear the other processes. @throws NotHeard where what is sent does not come back */
  listen(): Promise<void>;
  /** Resolves when everything touched so far has been told to the others. */
  told(): Promise<void>;
  /** Tells the others what is left to tell, if the database takes it, and that this process goes. */
  close(): Promise<void>;
}

/** The database takes notifications and does not bring them, as behind a pooler that hands each statement to another connection. */
export class NotHeard extends Error {}

/** How often the processes show each other that they live, and how long news may take, in ms. */
interface Rhythm {
  beat: number;
  news: number;
}

const CHANNEL = 'tradebench_changes';
const RHYTHM: Rhythm = { beat: 5_000, news: 5_000 };
/** A process that was not heard for so many beats may have died between a commit and its message. */
const BEATS_MISSED = 3;

/** How long what is touched gathers after a message: each is a commit that waits for the disk, as the writes do. */
const GATHER_MS = 5;
/** How long until a message that the database did not take is sent again, in ms. */
const SEND_AGAIN_MS = 200;

/** The most bytes that PostgreSQL takes in one notification, with room to spare. */
const MAX_PAYLOAD = 7_000;
/** So many tags that wait for a database that takes no message are as good as everything. */
const MOST_WAITING = 5_000;

/** What is sent beside lists of tags: everything was touched, a sign of life, and the last word. */
const EVERYTHING = 'null';
const BEAT = '"beat"';
const BYE = '"bye"';

/**
 * Changes over PostgreSQL's NOTIFY. A commit that notifies takes a lock that lets only one such commit happen at a
 * time, so writes do not notify themselves: one message at a time goes out beside them, the first at once, the next with all
 * that gathered meanwhile. What the database does not take is sent again until it does; a process that dies before that
 * is missed by the others, which then drop all they kept, and so does one that no longer hears its own signs of life.
 */
export function createChanges(database: Database, log: Log, rhythm: Rhythm = RHYTHM): Changes {
  const me = randomUUID().slice(0, 8);
  const listeners: ((tags: Tag[] | null) => void)[] = [];
  /** When each other process was last heard, in ms of this process's own clock. */
  const heard = new Map<string, number>();
  let beating: NodeJS.Timeout | undefined;
  let renew: () => void = () => {};
  /** Called when this process hears its own sign of life. */
  let heardMyself: () => void = () => {};

  const drop = (tags: Tag[] | null) => {
    for (const listener of listeners) listener(tags);
  };

  const tell = (message: string) => database.notify(CHANNEL, `${me} ${message}`);

  const outbox = createOutbox(tell, log);

  const hear = (payload: string) => {
    const space = payload.indexOf(' ');
    const [who, message] = [payload.slice(0, space), payload.slice(space + 1)];
    if (who === me) {
      if (message === BEAT) heardMyself();
      return;
    }
    if (message === BYE) heard.delete(who);
    else heard.set(who, performance.now());
    if (message !== BEAT && message !== BYE) drop(readTags(message));
  };

  /** @returns whether a sign of life that the database took came back */
  const isHeard = async (): Promise<boolean> => {
    const mine = new Promise<true>((resolve) => (heardMyself = () => resolve(true)));
    await tell(BEAT);
    const patience = new AbortController();
    const late = pause(rhythm.news, false as const, { signal: patience.signal, ref: false }).catch(
      () => false as const,
    );
    const came = await Promise.race([mine, late]);
    patience.abort();
    return came;
  };

  const beat = async () => {
    const silentSince = performance.now() - BEATS_MISSED * rhythm.beat - rhythm.news;
    for (const [who, when] of heard) {
      if (when > silentSince) continue;
      heard.delete(who);
      drop(null);
    }
    if (await isHeard()) return;
    log.warn({}, 'the database does not respond to the listener: reconnecting');
    drop(null);
    renew();
  };

  return {
    touch(tags) {
      drop(tags);
      // In the process there is nobody else to tell.
      if (database.kind === 'pglite') return;
      outbox.put(tags);
    },
    touchEverything() {
      drop(null);
      if (database.kind === 'pglite') return;
      outbox.put('everything');
    },
    onTouch(listener) {
      listeners.push(listener);
    },
    async listen() {
      if (database.kind === 'pglite') return;
      renew = await database.listen(CHANNEL, hear, () => drop(null));
      if (!(await isHeard())) throw new NotHeard('no notification comes back');
      let busy = false;
      beating = setInterval(() => {
        if (busy) return;
        busy = true;
        beat()
          // A database that is away has nothing to say, and the connection that listens notices by itself.
          .catch(() => {})
          .finally(() => (busy = false));
      }, rhythm.beat).unref();
    },
    told: () => outbox.sent(),
    async close() {
      clearInterval(beating);
      const allSent = await outbox.close();
      if (database.kind !== 'pglite' && allSent) await tell(BYE).catch(() => {});
    },
  };
}

/** What was touched and is to be told: one message at a time, each with all that gathered during the one before. */
function createOutbox(tell: (message: string) => Promise<unknown>, log: Log) {
  const waiting = new Set<Tag>();
  let everything = false;
  let sending: Promise<void> | null = null;
  let closing = false;

  const nextBatch = (): Tag[] => {
    const batch: Tag[] = [];
    let bytes = 0;
    for (const tag of waiting) {
      bytes += JSON.stringify(tag).length + 1;
      if (bytes > MAX_PAYLOAD) break;
      batch.push(tag);
      waiting.delete(tag);
    }
    return batch;
  };

  const send = async () => {
    let refused = false;
    while (everything || waiting.size > 0) {
      const all = everything || waiting.size > MOST_WAITING;
      if (all) waiting.clear();
      everything = false;
      const batch = all ? [] : nextBatch();
      try {
        await tell(all ? EVERYTHING : JSON.stringify(batch));
        refused = false;
        await pause(GATHER_MS);
      } catch (error) {
        everything ||= all;
        for (const tag of batch) waiting.add(tag);
        if (!refused) log.warn({ error }, 'a change has not been announced to the other processes yet');
        refused = true;
        // The others miss this process's sign of life then, and drop all they kept.
        if (closing) break;
        await pause(SEND_AGAIN_MS);
      }
    }
    sending = null;
  };

  return {
    put(tags: Tag[] | 'everything') {
      if (tags === 'everything') everything = true;
      else for (const tag of tags) waiting.add(tag);
      sending ??= send();
    },
    /** Resolves when all that was put in has been told. */
    async sent() {
      await sending;
    },
    /** Tries what is left once more. @returns whether all of it was told */
    async close(): Promise<boolean> {
      closing = true;
      await sending;
      return waiting.size === 0 && !everything;
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
