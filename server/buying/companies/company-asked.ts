import { KEY_PREFIX } from '#contract/office/api-keys.ts';
import type { Route } from '#contract/route.ts';
import type { Database } from '#server/engine/db/client.ts';
import { bearerOf } from '#server/engine/http/bearer.ts';
import type { Callers } from '#server/engine/http/caller.ts';
import { forCompanyOfKey } from '#server/engine/http/company-of-key.ts';
import { requireScope } from '#server/engine/http/require-scope.ts';
import { requireReader } from './membership.ts';

/**
 * The company that a public call is asked for: the one that it names, else the one of the key that it is made with. Whoever names
 * none and calls without a key is not looked at.
 * @throws AppError UNAUTHENTICATED, INVALID_TOKEN, TOKEN_EXPIRED, RATE_LIMITED, FORBIDDEN, COMPANY_NOT_FOUND
 */
export async function companyAsked(
  { database, callers }: { database: Database; callers: Callers },
  route: Pick<Route, 'access' | 'scopes' | 'body'>,
  request: Request,
  named: string | undefined,
): Promise<string | undefined> {
  const authorization = request.headers.get('authorization') ?? undefined;
  if (named === undefined && !bearerOf(authorization)?.startsWith(KEY_PREFIX)) return undefined;
  const caller = await callers.of(authorization);
  forCompanyOfKey(caller, route.body, named === undefined ? {} : { companyId: named });
  const companyId = named ?? caller.key?.companyId ?? undefined;
  if (companyId === undefined) return undefined;
  requireScope(route, caller);
  await requireReader(database.db, caller, companyId);
  return companyId;
}
