import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { createAccessTokens } from './access-token.ts';

const DAY_MS = 86_400_000;

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
  // Plain statements, which name no column that an older version of the shop lacks.
  await database.raw(
    'insert into users (id, email, name, email_verified) select *, true from unnest($1::text[], $2::text[], $3::text[])',
    [people.map(({ userId }) => userId), people.map(({ email }) => email), people.map(({ name }) => name)],
  );
  await database.raw(
    'insert into sessions (id, token, user_id, expires_at) select *, $4 from unnest($1::text[], $2::text[], $3::text[])',
    [
      people.map(({ sessionId }) => sessionId),
      people.map(() => newId()),
      people.map(({ userId }) => userId),
      expiresAt,
    ],
  );
  return Promise.all(
    people.map(async ({ userId, sessionId, email }) => ({
      userId,
      email,
      token: (await tokens.issue({ userId, sessionId })).token,
    })),
  );
}
