import { tabQueryClient } from './query-client.ts';

/** Keys of what belongs to one person start with this and their uid, so that signing out forgets them. */
export const PERSONAL = 'me';

/**
 * After a change at the server: what is shown of these subjects is asked for again before this resolves, the rest when it is
 * shown next. A subject is the first word of a key, or the third where the key is a person's.
 */
export async function outdate(...subjects: string[]): Promise<void> {
  const names = new Set<unknown>(subjects);
  await tabQueryClient().invalidateQueries({
    predicate: ({ queryKey: [first, , third] }) => names.has(first === PERSONAL ? third : first),
  });
}

/** Somebody else is signed in now, or nobody. */
export function forgetPersonal(): void {
  tabQueryClient().removeQueries({ queryKey: [PERSONAL] });
}
