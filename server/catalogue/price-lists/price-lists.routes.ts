import { transaction } from '#server/engine/db/transaction.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { itemRows } from './export-price-list.ts';
import {
  addPriceList,
  editPriceList,
  listItems,
  listPriceLists,
  removeItem,
  removePriceList,
  requireList,
  setItem,
} from './price-lists.ts';

export function priceListHandlers({ database }: Parts) {
  return {
    listPriceLists: () => listPriceLists(database.db),
    addPriceList: ({ caller, body }) => transaction(database, (tx) => addPriceList(tx, caller, body)),
    editPriceList: ({ caller, params, body }) =>
      transaction(database, (tx) => editPriceList(tx, caller, params.id, body)),
    removePriceList: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await removePriceList(tx, caller, params.id);
        return { deletedCount: 1 };
      }),
    exportPriceList: async ({ params: { id }, query: { format } }) => {
      await requireList(database.db, id);
      return sheetFile('price-list', format, itemRows(database.db, id));
    },
    listPriceListItems: ({ params, query }) => listItems(database.db, params.id, query),
    setPriceListItem: ({ caller, params: { id, toolId }, body }) =>
      transaction(database, (tx) => setItem(tx, caller, id, toolId, body)),
    removePriceListItem: ({ caller, params: { id, toolId } }) =>
      transaction(database, async (tx) => ({ deletedCount: await removeItem(tx, caller, id, toolId) })),
  } satisfies Partial<Handlers>;
}
