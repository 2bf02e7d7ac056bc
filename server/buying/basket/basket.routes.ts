import type { Basket, BasketQuery } from '#contract/buying/basket.ts';
import { MAX_LINES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { findTools, priceLines } from '#server/buying/pricing/price-lines.ts';
import { countryOfVatNumber } from '#server/office/tax/vat-numbers.ts';
import { basketFull, changeBasket, readBasket } from './basket.ts';

type BasketHandlers = Pick<Handlers, 'price' | 'getBasket' | 'replaceBasket' | 'changeBasket' | 'joinBasket'>;

/** How often one network may ask for prices in a minute: an office of clerks who type behind one address. */
const PRICES_PER_MINUTE = 600;

export function basketHandlers({ config, database, settings }: Parts & { settings: SettingsStore }): BasketHandlers {
  const limit = createNetworkLimit(PRICES_PER_MINUTE);
  const wishOf = ({ country, delivery, vatId }: BasketQuery) => ({
    country,
    delivery,
    vatCountry: countryOfVatNumber(vatId),
  });
  const basketOf = async (userId: string, query: BasketQuery): Promise<Basket> =>
    readBasket(database, userId, (await settings.read()).terms, wishOf(query));
  const change = async (userId: string, query: BasketQuery, lines: number, work: (tx: Tx) => Promise<void>) => {
    // A refusal of the question comes before the change that would go with it.
    wishOf(query);
    if (lines > MAX_LINES) throw basketFull();
    await transaction(database, work);
    return basketOf(userId, query);
  };

  return {
    price: async ({ body, clientAddress }) => {
      if (config.rateLimits) limit(clientAddress);
      const wish = wishOf(body);
      const [tools, { terms }] = await Promise.all([
        findTools(
          database,
          body.lines.map(({ toolId }) => toolId),
        ),
        settings.read(),
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
