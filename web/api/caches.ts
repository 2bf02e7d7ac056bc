type Key = readonly unknown[];

/** What keeps answers in this tab: public pages and the dashboard have each their own. */
interface Cache {
  /** Asks again for what is shown, and for the rest when it is shown next. */
  outdate(isMeant: (key: Key) => boolean): Promise<unknown>;
  forget(isMeant: (key: Key) => boolean): void;
}

/** Keys of what belongs to one person start with this and their uid, so that signing out forgets them. */
export const PERSONAL = 'me';

const caches = new Set<Cache>();

export function registerCache(cache: Cache): void {
  caches.add(cache);
}

/**
 * After a change at the server: what is shown of these subjects is asked for again before this resolves. A subject is the
 * first word of a key, or the third where the key is a person's.
 */
export async function outdate(...subjects: string[]): Promise<void> {
  const names = new Set<unknown>(subjects);
  const isMeant = ([first, , third]: Key) => names.has(first === PERSONAL ? third : first);
  await Promise.all([...caches].map((cache) => cache.outdate(isMeant)));
}

/** Somebody else is signed in now, or nobody. */
export function forgetPersonal(): void {
  for (const cache of caches) cache.forget(([first]) => first === PERSONAL);
}
