import { sentence } from '#contract/sentences.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { requireWithin } from '#server/engine/http/limits.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { placingOptions } from '#server/buying/orders/placing-options.ts';
import { acceptQuote } from './accept-quote.ts';
import { offerVersion, withdrawQuote } from './answer-quote.ts';
import { askQuote } from './ask-quote.ts';
import { quoteFacts } from './quote-facts.ts';
import {
  accepted,
  asked,
  declined,
  message,
  offered,
  takenBack,
  tellBuyer,
  tellShop,
  withdrawn,
} from './quote-letters.ts';
import { declineQuote, sayAtQuote, takeBackDecline } from './quote-talk.ts';
import { listQuotes, readQuote } from './read-quotes.ts';

/** How many quotes and messages one person writes in a minute. */
const A_MINUTE = 60;

interface QuoteParts extends Parts {
  settings: SettingsStore;
  mail: Mail;
}

export function quoteHandlers(parts: QuoteParts) {
  const { config, database, changes, settings } = parts;
  /** Does something to a quote and answers it as it is then. */
  const change = (caller: Caller, id: string, work: (tx: Tx) => Promise<unknown>) =>
    transaction(database, async (tx) => {
      await work(tx);
      return readQuote(tx, caller, id);
    });
  const limit = async ({ userId }: Caller, what: string) => {
    if (!config.rateLimits) return;
    const within = { what, whom: userId, max: A_MINUTE, seconds: 60 };
    await requireWithin(
      database,
      within,
      sentence('You sent too many messages within a minute. Please wait a moment.'),
    );
  };

  return {
    addQuote: async ({ caller, body }) => {
      await limit(caller, 'quotes asked by');
      const { terms } = await settings.read();
      return transaction(database, async (tx) => {
        const { id, byStaff } = await askQuote(tx, caller, body, terms);
        if (!byStaff) await tellShop(tx, parts, id, asked, caller.userId);
        return readQuote(tx, caller, id);
      });
    },

    listQuotes: ({ caller, query }) => listQuotes(database.db, caller, query),
    getQuote: ({ caller, params }) => readQuote(database.db, caller, params.id),

    quoteFacts: async ({ caller, params, query }) => {
      const quote = await readQuote(database.db, caller, params.id);
      return quoteFacts(database, quote, query.also ?? [], (await settings.read()).terms);
    },

    addQuoteVersion: async ({ caller, params: { id }, body }) => {
      const { terms } = await settings.read();
      return change(caller, id, async (tx) => {
        await offerVersion(tx, caller, id, body, terms);
        await tellBuyer(tx, parts, id, offered);
      });
    },

    withdrawQuote: ({ caller, params: { id } }) =>
      change(caller, id, async (tx) => {
        await withdrawQuote(tx, caller, id);
        await tellBuyer(tx, parts, id, withdrawn);
      }),

    addQuoteMessage: async ({ caller, params: { id }, body }) => {
      await limit(caller, 'messages at quotes by');
      return change(caller, id, async (tx) => {
        const side = await sayAtQuote(tx, caller, id, body);
        if (side === 'buyer') await tellShop(tx, parts, id, message, caller.userId);
        else await tellBuyer(tx, parts, id, message);
      });
    },

    declineQuote: ({ caller, params: { id }, body: { reason = '' } }) =>
      change(caller, id, async (tx) => {
        await declineQuote(tx, caller, id, reason);
        await tellShop(tx, parts, id, declined(caller.name), caller.userId);
      }),

    takeBackDecline: ({ caller, params: { id } }) =>
      change(caller, id, async (tx) => {
        if (await takeBackDecline(tx, caller, id)) await tellShop(tx, parts, id, takenBack(caller.name), caller.userId);
      }),

    acceptQuote: async ({ caller, params: { id }, body }) => {
      const options = await placingOptions(parts, body);
      return transaction(database, async (tx) => {
        const order = await acceptQuote(tx, caller, id, body, options);
        if (order.isNew) {
          await tellShop(tx, parts, id, accepted(caller.name), caller.userId);
          afterCommit(tx, () => changes.touch(stockTags(order.made.lines.map(({ toolId }) => toolId))));
        }
        return order;
      });
    },
  } satisfies Partial<Handlers>;
}
