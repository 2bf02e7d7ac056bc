import { getOAuthState } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/engine/db/client.ts';
import { accounts } from '#server/people/directory/people.sql.ts';
import { isCurrentStamp } from './security-stamp.ts';

/** What better-auth's hooks give to redirect with. */
interface RedirectContext {
  redirect(url: string): unknown;
}

/**
 * Takes back a Google account that has just been linked where the linking was begun before somebody took hold of the
 * account: its state carries the security stamp of then. After the row is written and not before, because whoever takes
 * hold meanwhile either sees the row or is seen here (security-stamp.ts).
 * @throws a redirect to where the linking began, or to `home`, with `error=state_mismatch`
 */
export async function refuseStaleLink(
  database: Database,
  account: { id: string; userId: string },
  context: RedirectContext | null,
  home: string,
): Promise<void> {
  const state = await getOAuthState();
  if (!state?.link) return;
  if (await isCurrentStamp(database, account.userId, state.serverContext?.['stamp'])) return;
  await database.db.delete(accounts).where(eq(accounts.id, account.id));
  const target = new URL(state.errorURL ?? home, home);
  target.searchParams.set('error', 'state_mismatch');
  throw context?.redirect(target.href) ?? new Error('a link with Google was begun before the account changed');
}
