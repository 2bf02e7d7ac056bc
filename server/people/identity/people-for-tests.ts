import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { createAccessTokens } from './access-token.ts';
import { sessions, users } from '#server/people/directory/people.sql.ts';

const DAY_MS = 86_400_000;
/** Rows in one insert: their parameters must fit a statement. */
const BATCH = 2_000;

/**
 * Customers with a session and an access token, written into the tables, because hashing their passwords would take minutes.
 * @param address the shop's base URL, and `secret` its AUTH_SECRET: what the tokens are signed for and with
 */
export async function signedInPeople(
  database: Database,
  count: number,
  address: string,
  secret: string,
): Promise<{ userId: string; email: string; token: string }[]> {
  const tokens = await createAccessTokens(database, { authSecret: secret, formerAuthSecrets: [] }, address);
  const expiresAt = new Date(Date.now() + DAY_MS);
  const people = Array.from({ length: count }, (_, index) => ({
    userId: newId(),
    sessionId: newId(),
    email: `buyer${index}@buyers.test`,
    name: `Buyer ${index}`,
  }));
  for (let from = 0; from < count; from += BATCH) {
    const batch = people.slice(from, from + BATCH);
    await database.db
      .insert(users)
      .values(batch.map(({ userId: id, email, name }) => ({ id, email, name, emailVerified: true })));
    await database.db
      .insert(sessions)
      .values(batch.map(({ userId, sessionId: id }) => ({ id, token: newId(), userId, expiresAt })));
  }
  return Promise.all(
    people.map(async ({ userId, sessionId, email }) => ({
      userId,
      email,
      token: (await tokens.issue({ userId, sessionId })).token,
    })),
  );
}
