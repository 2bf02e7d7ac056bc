import { sentence } from '#contract/sentences.ts';
import { KEY_CALLS_PER_MINUTE, type KeyScope, SCOPES } from '#contract/office/api-keys.ts';
import { type Role, roleOf } from '#contract/policy.ts';
import { BUYER_SCOPES } from '#contract/buying/buyer-keys.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { hashOfKey, withinRole } from './api-keys.ts';

interface KeyRow {
  keyId: string;
  keyName: string;
  scopes: string[];
  companyId: string | null;
  isBuyers: boolean;
  expired: boolean;
  unmarked: boolean;
  userId: string;
  email: string;
  name: string;
  image: string | null;
  role: string;
}

/**
 * Finds out as whom a key calls, by one indexed look-up at each call, so that revoking it, and taking rights from whoever
 * made it, act at once.
 * @returns a function of the key; it throws AppError INVALID_TOKEN where the key is unknown, revoked, expired or its maker
 *   was removed or disabled, RATE_LIMITED beyond the calls that one key may make
 */
export function createKeyCallers(
  database: Database,
  { rateLimits }: Pick<Config, 'rateLimits'>,
): (key: string) => Promise<Caller> {
  const limit = createNetworkLimit(KEY_CALLS_PER_MINUTE);
  return async (key) => {
    const [found] = await database.raw<KeyRow>(
      `select k.id as "keyId", k.name as "keyName", k.scopes, k.company_id as "companyId", k."isBuyers",
         coalesce(k.expires_at <= now(), false) as expired,
         coalesce(k.last_used_at < now() - interval '1 minute', true) as unmarked,
         u.id as "userId", u.email, u.name, u.image, u.role
       from (
         select id, user_id, name, scopes, null as company_id, expires_at, last_used_at, false as "isBuyers"
         from api_keys where hash = $1
         union all
         select id, user_id, name, scopes, company_id, null, last_used_at, true from buyer_keys where hash = $1
       ) k join users u on u.id = k.user_id
       where not u.banned or u.ban_expires < now()`,
      [hashOfKey(key)],
      'find-key-caller',
    );
    if (!found) throw new AppError('INVALID_TOKEN', sentence('This API key is not valid: it may have been revoked.'));
    if (found.expired) throw new AppError('INVALID_TOKEN', sentence('This API key has expired.'));
    if (rateLimits) limit(found.keyId);
    if (found.unmarked) {
      await database.raw(
        `update ${found.isBuyers ? 'buyer_keys' : 'api_keys'} set last_used_at = now()
         where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
        [found.keyId],
        'mark-key-used',
      );
    }
    const role = roleOf(found.role);
    const { keyId, keyName, companyId, userId, email, name, image } = found;
    return {
      userId,
      email,
      name,
      image,
      role,
      sessionId: '',
      key: { id: keyId, name: keyName, scopes: scopesOf(found, role), companyId },
    };
  };
}

/** A buyer's key is for nothing that staff do, whatever its scopes are called and whoever made it. */
function scopesOf({ scopes, isBuyers }: KeyRow, role: Role): KeyScope[] {
  if (isBuyers) return BUYER_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => `buyer.${scope}` as const);
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  return withinRole(known, role);
}
