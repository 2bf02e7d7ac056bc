import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/engine/db/client.ts';

/** The session behind a cookie, with what the guards need of its user. */
export interface CookieSession {
  sessionId: string;
  userId: string;
  email: string;
  createdAt: Date;
  /** How long ago it began, by the database's clock. */
  ageSeconds: number;
  /** The user's security stamp when the call began. */
  stamp: number;
}

/** An unused session ends after this time, any session after the other (attacks T62). */
export const IDLE_DAYS = 7;
export const ABSOLUTE_DAYS = 30;
/** How much of the idle time may pass before a session in use is written again. */
const EXTEND_AFTER_HOURS = 1;

/** `__Host-` binds a cookie to this very host and to https; browsers refuse it on the demo's http. */
export function cookiePrefix(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-tradebench' : 'tradebench';
}

/** As better-auth signs cookies: HMAC-SHA256 with the shop's secret. */
export function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

/** The text of a cookie's value `text.signature`, if one of the secrets signed it. */
export function signedText(given: string, secrets: readonly string[]): string | null {
  let value: string;
  try {
    value = decodeURIComponent(given);
  } catch {
    return null;
  }
  const dot = value.lastIndexOf('.');
  const text = value.slice(0, dot);
  // Compared as text: base64 has many spellings of the same bytes, and one is ours.
  const signature = Buffer.from(value.slice(dot + 1));
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(text, secret));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return dot > 0 && isOurs ? text : null;
}

/** Reads the session token from the session cookie's value, if this shop signed it. */
export function sessionToken(given: string | undefined, authSecret: string): string | null {
  return given === undefined ? null : signedText(given, [authSecret]);
}

/** The session that a token names, where it has not ended and its user may come in. */
export async function findCookieSession(database: Database, token: string): Promise<CookieSession | null> {
  const [row] = await database.raw<CookieSession>(
    `select s.id as "sessionId", s.user_id as "userId", u.email, s.created_at as "createdAt",
       extract(epoch from now() - s.created_at)::float8 as "ageSeconds", u.security_stamp as stamp
     from sessions s join users u on u.id = s.user_id
     where s.token = $1 and s.expires_at > now() and (not u.banned or u.ban_expires < now())`,
    [token],
    'find-cookie-session',
  );
  return row ?? null;
}

/** Moves the idle limit of a session in use, never past the absolute one. */
export async function extendSession(database: Database, sessionId: string): Promise<void> {
  const limit = `least(now() + interval '${IDLE_DAYS} days', created_at + interval '${ABSOLUTE_DAYS} days')`;
  await database.raw(
    `update sessions set expires_at = ${limit}, updated_at = now()
     where id = $1 and expires_at < ${limit} - interval '${EXTEND_AFTER_HOURS} hours'`,
    [sessionId],
    'extend-session',
  );
}
