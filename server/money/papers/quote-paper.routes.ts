import { quoteNotFound, readQuote } from '#server/buying/quotes/read-quotes.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { wordsIn } from './paper-words.ts';
import { printableLogo } from './printable-logo.ts';

/** The paper of a version of a quote. What makes PDFs is loaded with the first. */
export function quotePaperHandlers({
  config,
  database,
  settings,
}: Parts & { settings: SettingsStore }): Pick<Handlers, 'quotePaper'> {
  const store = createUploadStore(config);
  return {
    quotePaper: async ({ caller, params, query: { version, format } }) => {
      const quote = await readQuote(database.db, caller, params.id);
      const offer = quote.versions.at(version === undefined ? -1 : version - 1);
      if (!offer) throw quoteNotFound();
      const { settings: seller } = await settings.read();
      const { quotePdf } = await import('./quote-paper.ts');
      const logo = await printableLogo(store, seller.logo);
      const parts = { quote, offer, say: wordsIn(seller.currency, seller.timeZone), seller, logo, format };
      const bytes = await quotePdf(parts, `${config.baseUrl}/dashboard/quotes/${quote._id}`);
      return { name: `offer-${quote.number}-${offer.version}.pdf`, bytes };
    },
  };
}
