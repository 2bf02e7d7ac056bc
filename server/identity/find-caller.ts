import type { Database } from '#server/db/client.ts';
import type { Caller } from './identity.ts';

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
    role: row.role === 'admin' ? 'admin' : 'customer',
  };
}
