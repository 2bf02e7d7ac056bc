import { sentence } from '#contract/sentences.ts';
import { bmecatRoutes } from '#contract/buying/bmecat.routes.ts';
import { readBuyer } from '#server/buying/companies/buying-for.ts';
import { requireReader } from '#server/buying/companies/membership.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Callers } from '#server/engine/http/caller.ts';
import { forCompanyOfKey } from '#server/engine/http/company-of-key.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { requireScope } from '#server/engine/http/require-scope.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { bmecatFeed } from './bmecat-feed.ts';

/** How often one network may ask for the catalogue in a minute: it is long, and nobody needs it more often. */
const CATALOGUES_PER_MINUTE = 30;

export function bmecatHandlers({
  config,
  database,
  settings,
  callers,
}: Parts & { settings: SettingsStore; callers: Callers }) {
  const limit = createNetworkLimit(CATALOGUES_PER_MINUTE);
  /** @throws AppError UNAUTHENTICATED, INVALID_TOKEN, TOKEN_EXPIRED, RATE_LIMITED, FORBIDDEN, COMPANY_NOT_FOUND */
  const companyOf = async (authorization: string | null, named: string | undefined): Promise<string | null> => {
    if (authorization === null && named === undefined && (await settings.read()).settings.feeds.bmecat) return null;
    if (authorization === null)
      throw new AppError(
        'UNAUTHENTICATED',
        sentence('Send an API key, or the access token of a member of the company, as Authorization: Bearer.'),
      );
    const caller = await callers.of(authorization);
    requireScope(bmecatRoutes.bmecat, caller);
    forCompanyOfKey(caller, bmecatRoutes.bmecat.query, named === undefined ? {} : { companyId: named });
    const companyId =
      named ?? caller.key?.companyId ?? (await readBuyer(database.db, caller.userId)).companyId ?? undefined;
    if (companyId === undefined) return null;
    await requireReader(database.db, caller, companyId);
    return companyId;
  };

  return {
    bmecat: async ({ request, query, clientAddress }) => {
      if (config.rateLimits) limit(clientAddress);
      const companyId = await companyOf(request.headers.get('authorization'), query.companyId);
      const { terms, settings: shop } = await settings.read();
      return bmecatFeed(database, { baseUrl: config.baseUrl, shopName: shop.company.name, terms, companyId });
    },
  } satisfies Partial<Handlers>;
}
