import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { verifications } from '#server/people/directory/people.sql.ts';

/** A link by which the reader of a letter signs in, once. */
interface SignInLink {
  url: string;
  /** Under what it is kept, to be taken back. */
  kept: string;
}

/**
 * Makes a link as those that people ask for, but good for as long as an invitation: it comes in the letter that invites, so that there
 * is no second one. It is kept hashed, and works once.
 * @param to the page that it leads to
 */
export async function makeSignInLink(
  tx: Tx,
  { email, days, baseUrl, to }: { email: string; days: number; baseUrl: string; to: string },
): Promise<SignInLink> {
  const token = randomBytes(24).toString('base64url');
  // As better-auth keeps its own: the token hashed, and the name of what is kept hashed again.
  const kept = hashed(`magic-link:${hashed(token)}`);
  const value = JSON.stringify({ type: 'magic-link', email, name: '' });
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  await tx.insert(verifications).values({ id: newId(), identifier: kept, value, expiresAt });
  const back = `/signed-in?done=signed-in&to=${encodeURIComponent(to)}`;
  const query = new URLSearchParams({ token, callbackURL: back });
  return { url: `${baseUrl}/api/auth/magic-link/verify?${query.toString()}`, kept };
}

/** Takes such a link back, if it was not followed. */
export async function dropSignInLink(tx: Tx, kept: string | null): Promise<void> {
  if (kept !== null) await tx.delete(verifications).where(eq(verifications.identifier, kept));
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
