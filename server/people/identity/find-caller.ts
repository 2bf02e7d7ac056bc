import { sentence } from '#contract/sentences.ts';
import { roleOf } from '#contract/policy.ts';
import type { Database } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';

/** The caller behind a session that still stands: one indexed look-up, so that sign-out, removal and demotion act at once. */
export async function findCaller(database: Database, userId: string, sessionId: string): Promise<Caller | null> {
  const [row] = await database.raw<{ email: string; name: string; image: string | null; role: string }>(
    `select u.email, u.name, u.image, u.role from sessions s join users u on u.id = s.user_id
     where s.id = $1 and s.user_id = $2 and s.expires_at > now() and (not u.banned or u.ban_expires < now())`,
    [sessionId, userId],
    'find-caller',
  );
  if (!row) return null;
  return {
    userId,
    sessionId,
    email: row.email,
    name: row.name,
    image: row.image,
    role: roleOf(row.role),
  };
}

/**
 * Why the session of a token that the shop itself has signed stands no more: its holder may know what became of their own
 * account. `account` is a fact for the client: `removed`, `disabled`, or left out where only the session has ended.
 */
export async function endedSession(database: Database, userId: string): Promise<AppError> {
  const [user] = await database.raw<{ disabled: boolean }>(
    'select banned and (ban_expires is null or ban_expires > now()) as disabled from users where id = $1',
    [userId],
    'ended-session',
  );
  if (!user)
    return new AppError('INVALID_TOKEN', sentence('This account has been removed.'), { facts: { account: 'removed' } });
  if (user.disabled)
    return new AppError('INVALID_TOKEN', sentence('This account is disabled.'), { facts: { account: 'disabled' } });
  return new AppError('INVALID_TOKEN', sentence('This session has ended. Please sign in again.'));
}
