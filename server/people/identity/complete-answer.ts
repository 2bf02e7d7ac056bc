import type { IdentityUser, IdentityRoute } from '#contract/people/identity-calls.ts';
import type { Database } from '#server/engine/db/client.ts';
import { isRecord } from './is-record.ts';

/**
 * Makes a success of better-auth's the contract's answer: whoever is in is told all that their pages need of them, so that
 * nobody has to ask again, and nothing goes out that the contract does not name.
 * @throws ZodError where better-auth answered something else, which is a fault of this shop
 */
export async function completeAnswer(
  database: Database,
  { answer }: IdentityRoute,
  response: Response,
): Promise<Response> {
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
  const body: unknown = await response.json();
  const userId = isRecord(body) && isRecord(body['user']) ? body['user']['id'] : undefined;
  const complete =
    isRecord(body) && typeof userId === 'string' ? { ...body, user: await userOf(database, userId) } : body;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(answer.parse(complete)), { status: response.status, headers });
}

/** The user with their ways in, in one statement. */
async function userOf(database: Database, userId: string): Promise<IdentityUser | undefined> {
  const [row] = await database.raw<IdentityUser>(
    `select u.id, u.email, u.email_verified as "emailVerified", u.name, u.image, u.phone_number as "phoneNumber",
       u.phone_number_verified as "phoneNumberVerified", u.two_factor_enabled as "twoFactorEnabled",
       u.created_at as "createdAt", u.updated_at as "updatedAt", u.last_sign_in_at as "lastSignInAt",
       coalesce((select json_agg(json_build_object('id', a.id, 'providerId', a.provider_id, 'accountId', a.account_id)
         order by a.created_at, a.id) from accounts a where a.user_id = u.id), '[]') as "waysIn"
     from users u where u.id = $1`,
    [userId],
    'identity-user',
  );
  // As JSON writes times: the driver reads them as dates.
  return row && (JSON.parse(JSON.stringify(row)) as IdentityUser);
}
