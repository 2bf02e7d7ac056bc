import { basketRoutes } from '#contract/buying/basket.routes.ts';
import type { Basket, BasketQuery } from '#contract/buying/basket.ts';
import { MAX_LINES } from '#contract/limits.ts';
import type { Wish } from '#contract/buying/pricing.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Caller, Callers } from '#server/engine/http/caller.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { companyAsked } from '#server/buying/companies/company-asked.ts';
import { requireMember } from '#server/buying/companies/membership.ts';
import { forCompany, vatIdOf } from '#server/buying/pricing/company-prices.ts';
import { requirePieces } from '#server/buying/pricing/lines-in-pieces.ts';
import { findTools, priceLines } from '#server/buying/pricing/price-lines.ts';
import { judgeVatNumber } from '#server/office/vat-register/vat-proofs.ts';
import { basketFull, changeBasket, readBasket } from './basket.ts';

/** How often one network may ask for prices in a minute: an office of clerks who type behind one address. */
const PRICES_PER_MINUTE = 600;
/** How many lines of them: two a second of the longest baskets. */
const LINES_PER_MINUTE = 120_000;

export function basketHandlers({
  config,
  database,
  settings,
  callers,
}: Parts & { settings: SettingsStore; callers: Callers }) {
  const limit = createNetworkLimit(PRICES_PER_MINUTE);
  const limitLines = createNetworkLimit(LINES_PER_MINUTE);
  const wishOf = async ({ country, delivery, vatId, companyId }: BasketQuery): Promise<Wish> => {
    const { terms } = await settings.read();
    const number = vatId ?? (companyId === undefined ? '' : await vatIdOf(database, companyId));
    const { vatCountry } = await judgeVatNumber(database, number, terms.vatNumbers);
    return { country, delivery, vatCountry };
  };
  /** A refusal of the question comes before the change that would go with it. */
  const checked = async (caller: Caller, query: BasketQuery) => {
    if (query.companyId !== undefined) await requireMember(database.db, caller, query.companyId, 'read');
    return wishOf(query);
  };
  const basketOf = async (userId: string, wish: Wish, { companyId }: BasketQuery): Promise<Basket> => {
    const { terms } = await settings.read();
    return readBasket(database, userId, terms, wish, companyId);
  };
  const change = async (caller: Caller, query: BasketQuery, lines: number, work: (tx: Tx) => Promise<void>) => {
    const wish = await checked(caller, query);
    if (lines > MAX_LINES) throw basketFull();
    await transaction(database, work);
    return basketOf(caller.userId, wish, query);
  };

  return {
    price: async ({ body, clientAddress, request }) => {
      if (config.rateLimits) {
        limit(clientAddress);
        limitLines(clientAddress, body.lines.length);
      }
      const companyId = await companyAsked({ database, callers }, basketRoutes.price, request, body.companyId);
      const wish = await wishOf({ ...body, companyId });
      const ids = body.lines.map(({ toolId }) => toolId);
      const [tools, { terms }] = await Promise.all([findTools(database, ids), settings.read()]);
      const lines = requirePieces(body.lines, tools);
      return priceLines(lines, await forCompany(database, companyId, terms, tools), terms, wish);
    },
    getBasket: async ({ caller, query }) => basketOf(caller.userId, await checked(caller, query), query),
    replaceBasket: ({ caller, query, body: { lines, version } }) =>
      change(caller, query, lines.length, (tx) => changeBasket(tx, caller.userId, lines, 'replace', version)),
    changeBasket: ({ caller, query, body: { lines } }) =>
      change(caller, query, lines.length, (tx) => changeBasket(tx, caller.userId, lines, 'set')),
    joinBasket: ({ caller, query, body: { lines } }) =>
      change(caller, query, lines.length, (tx) => changeBasket(tx, caller.userId, lines, 'join')),
  } satisfies Partial<Handlers>;
}
