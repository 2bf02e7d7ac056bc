import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import type { SheetParts, SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { presentPrices } from './price-lists.ts';
import { priceListItems } from './price-lists.sql.ts';

/** How many rows are read at once. */
const PART = 500;

/** A list's own prices, tool by tool; breaks as `100: 9.5; 500: 8.75`, and where some are for more than a piece, for how many. */
export async function* itemRows(db: Db, listId: string): SheetParts & AsyncGenerator<SheetRow[]> {
  const ofMany = await db
    .select({ id: tools.id })
    .from(priceListItems)
    .innerJoin(tools, eq(tools.id, priceListItems.toolId))
    .where(and(eq(priceListItems.listId, listId), isNull(tools.removedAt), gt(tools.priceUnit, 1)))
    .limit(1);
  const hasUnits = ofMany.length > 0;
  yield [['sku', 'name', 'price', 'priceBreaks', ...(hasUnits ? ['priceUnit'] : [])]];
  let last = '';
  for (;;) {
    const rows = await db
      .select({ item: priceListItems, sku: tools.sku, name: tools.name, priceUnit: tools.priceUnit })
      .from(priceListItems)
      .innerJoin(tools, eq(tools.id, priceListItems.toolId))
      .where(and(eq(priceListItems.listId, listId), isNull(tools.removedAt), gt(priceListItems.toolId, last)))
      .orderBy(asc(priceListItems.toolId))
      .limit(PART);
    const cells = rows.map(({ item, sku, name, priceUnit }) => {
      const { price, priceBreaks } = presentPrices(item);
      const breaks = priceBreaks.map((each) => `${each.from}: ${each.price}`).join('; ');
      return [sku, name, price, breaks || null, ...(hasUnits ? [priceUnit] : [])];
    });
    if (cells.length > 0) yield cells;
    if (rows.length < PART) return;
    last = rows.at(-1)?.item.toolId ?? last;
  }
}
