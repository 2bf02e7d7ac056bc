import { KEY_PREFIX } from '#contract/office/api-keys.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { bearerOf } from '#server/engine/http/bearer.ts';
import type { Callers } from '#server/engine/http/caller.ts';
import { createKeyCallers } from './find-key-caller.ts';

/** Who calls, by an access token or an API key. */
export function createCallers(
  identity: { authenticate: Callers['of'] },
  database: Database,
  config: Pick<Config, 'rateLimits'>,
): Callers {
  const keyCaller = createKeyCallers(database, config);
  return {
    of(authorization) {
      const token = bearerOf(authorization ?? null);
      return token?.startsWith(KEY_PREFIX) ? keyCaller(token) : identity.authenticate(authorization);
    },
  };
}
