import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { type SettingsStore, touchSettings } from './settings.ts';
import { checkBooks, requireParts } from './check-books.ts';
import { listPages } from '#server/office/pages/pages.ts';
import { siteLinks } from './site-links.ts';
import { checkCompany } from './check-company.ts';
import { recordSettings } from './record-settings.ts';

const HOUR_MS = 3_600_000;

export function settingsHandlers({ database, changes, settings }: Parts & { settings: SettingsStore }) {
  return {
    getSettings: async () => (await settings.read()).settings,

    changeSettings: ({ caller, body }) =>
      transaction(database, async (tx) => {
        checkCompany(body.company);
        const { before, after } = await settings.change(tx, () => body);
        requireParts(caller, before, after);
        checkBooks(after);
        await recordSettings(tx, caller, before, after);
        afterCommit(tx, () => touchSettings(changes, before, after));
        return after;
      }),

    shopFront: {
      async answer({ query: { language } }) {
        const { settings: now, holdMs } = await settings.read();
        const { company, texts, pictures, logo, delivery, currency, timeZone, productPages, languages, tax } = now;
        const {
          bankAccount,
          invoiceAddress: _address,
          registration: _register,
          contact: _contact,
          peppolId: _peppol,
          ...shown
        } = company;
        const { translations, ...own } = texts;
        const said = { ...own, ...(language && translations[language]) };
        const reached = new Set(delivery.flatMap(({ countries }) => countries));
        return {
          company: shown,
          texts: said,
          pictures,
          sections: now.sections,
          logo,
          countries: reached.has('*') ? ['*'] : [...reached].toSorted(),
          holdHours: holdMs / HOUR_MS,
          transfer: bankAccount !== null,
          currency,
          timeZone,
          productPages,
          languages,
          ...siteLinks(
            { texts: said, sections: now.sections },
            await database.read(({ db }) => listPages(db, language)),
          ),
          hasTax: tax.some(({ percent }) => percent > 0),
        };
      },
      mayShow: () => ['settings'],
    },
  } satisfies Partial<Handlers>;
}
