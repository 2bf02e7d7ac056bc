import type { Basket, BasketQuery } from '#contract/buying/basket.ts';
import { MAX_LINES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { findTools, priceLines } from '#server/buying/pricing/price-lines.ts';
import { judgeVatNumber } from '#server/office/vat-register/vat-proofs.ts';
import { basketFull, changeBasket, readBasket } from './basket.ts';

type BasketHandlers = Pick<Handlers, 'price' | 'getBasket' | 'replaceBasket' | 'changeBasket' | 'joinBasket'>;

/** How often one network may ask for prices in a minute: an office of clerks who type behind one address. */
const PRICES_PER_MINUTE = 600;

export function basketHandlers({ config, database, settings }: Parts & { settings: SettingsStore }): BasketHandlers {
  const limit = createNetworkLimit(PRICES_PER_MINUTE);
  const wishOf = async ({ country, delivery, vatId }: BasketQuery) => {
    const { terms } = await settings.read();
    const { vatCountry } = await judgeVatNumber(database, vatId, terms.vatNumbers);
    return { terms, wish: { country, delivery, vatCountry } };
  };
  const basketOf = async (userId: string, query: BasketQuery): Promise<Basket> => {
    const { terms, wish } = await wishOf(query);
    return readBasket(database, userId, terms, wish);
  };
  const change = async (userId: string, query: BasketQuery, lines: number, work: (tx: Tx) => Promise<void>) => {
    // A refusal of the question comes before the change that would go with it.
    await wishOf(query);
    if (lines > MAX_LINES) throw basketFull();
    await transaction(database, work);
    return basketOf(userId, query);
  };

  return {
    price: async ({ body, clientAddress }) => {
      if (config.rateLimits) limit(clientAddress);
      const [tools, { terms, wish }] = await Promise.all([
        findTools(
          database,
          body.lines.map(({ toolId }) => toolId),
        ),
        wishOf(body),
      ]);
      return priceLines(body.lines, tools, terms, wish);
    },
    getBasket: ({ caller, query }) => basketOf(caller.userId, query),
    replaceBasket: ({ caller, query, body: { lines, version } }) =>
      change(caller.userId, query, lines.length, (tx) => changeBasket(tx, caller.userId, lines, 'replace', version)),
    changeBasket: ({ caller, query, body: { lines } }) =>
      change(caller.userId, query, lines.length, (tx) => changeBasket(tx, caller.userId, lines, 'set')),
    joinBasket: ({ caller, query, body: { lines } }) =>
      change(caller.userId, query, lines.length, (tx) => changeBasket(tx, caller.userId, lines, 'join')),
  };
}
