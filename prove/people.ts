import type { Database } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { createAccessTokens } from '#server/identity/access-token.ts';
import { sessions, users } from '#server/identity/identity.sql.ts';
import { type Buyer, withBearer } from './buyer.ts';
import { PROOF_SECRET } from './shop-process.ts';

const DAY_MS = 86_400_000;

/** People with a session and an access token, written into the tables. @param urls picks the process that a call goes to */
export async function makePeople(
  database: Database,
  count: number,
  baseUrl: string,
  urls: () => string,
): Promise<Buyer[]> {
  const tokens = await createAccessTokens(database, PROOF_SECRET, baseUrl);
  const people: Buyer[] = [];
  for (let index = 0; index < count; index++) {
    const [userId, sessionId, email] = [newId(), newId(), `buyer${index}@buyers.test`];
    await database.db.insert(users).values({ id: userId, email, name: `Buyer ${index}`, emailVerified: true });
    const expiresAt = new Date(Date.now() + DAY_MS);
    await database.db.insert(sessions).values({ id: sessionId, token: newId(), userId, expiresAt });
    const { token } = await tokens.issue({ userId, sessionId });
    people.push({ email, ...withBearer(token, urls) });
  }
  return people;
}
