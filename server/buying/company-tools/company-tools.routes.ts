import { lockCompanyFor } from '#server/buying/companies/companies.ts';
import { requireReader } from '#server/buying/companies/membership.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { findTools } from '#server/buying/pricing/price-lines.ts';
import { presentPrices } from '#server/catalogue/price-lists/price-lists.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { listPartNumbers, removePartNumber, setPartNumber } from './part-numbers.ts';
import { keepPartNumbers, readPartNumbers } from './paste-part-numbers.ts';

export function companyToolHandlers({ database, settings }: Parts & { settings: SettingsStore }) {
  const { db } = database;
  return {
    companyPrices: async ({ caller, query: { companyId, ids } }) => {
      await requireReader(db, caller, companyId);
      const { terms } = await settings.read();
      const tools = await forCompany(database, companyId, terms, await findTools(database, ids));
      return ids.flatMap((id) => {
        const tool = tools.get(id);
        return tool ? [{ toolId: id, ...presentPrices(tool) }] : [];
      });
    },

    listPartNumbers: async ({ caller, params: { id }, query: { q } }) => {
      await requireReader(db, caller, id);
      return listPartNumbers(db, id, q);
    },

    setPartNumber: ({ caller, params: { id, toolId }, body: { number } }) =>
      transaction(database, async (tx) => {
        await lockCompanyFor(tx, caller, id, 'part-numbers');
        return setPartNumber(tx, id, toolId, number);
      }),

    removePartNumber: ({ caller, params: { id, toolId } }) =>
      transaction(database, async (tx) => {
        await lockCompanyFor(tx, caller, id, 'part-numbers');
        return { deletedCount: await removePartNumber(tx, id, toolId) };
      }),

    pastePartNumbers: async ({ caller, params: { id }, body: { text } }) => {
      await requireReader(db, caller, id, 'part-numbers');
      const rows = await readPartNumbers(database, text);
      return transaction(database, async (tx) => {
        await lockCompanyFor(tx, caller, id, 'part-numbers');
        return { rows: await keepPartNumbers(tx, id, rows) };
      });
    },
  } satisfies Partial<Handlers>;
}
