import { and, eq, inArray } from 'drizzle-orm';
import type { ToolCells } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Db } from '#server/engine/db/client.ts';
import { presentPrices } from '#server/catalogue/price-lists/price-lists.ts';
import { priceListItems } from '#server/catalogue/price-lists/price-lists.sql.ts';
import type { SheetKind } from './check-rows.ts';
import type { SheetRow } from './read-row.ts';
import { cellsOf, contradictionsIn, sameCell } from './same-cell.ts';
import type { StagedRow } from './staged-row.ts';

/** What a list says of a tool, as an import compares it; null where it says nothing. */
export type PriceCells = Pick<Required<ToolCells>, 'price' | 'priceBreaks'>;
export const NO_PRICES: PriceCells = { price: null, priceBreaks: null };
export const PRICE_FIELDS = ['price', 'priceBreaks'] as const;

/** A sheet of a price list's own prices: each row tells a tool's price, its breaks, or both. */
export function sheetOfPrices(listId: string): SheetKind {
  return {
    columns: ['_id', 'sku', 'name', 'price', 'priceBreaks', 'priceUnit', 'gtin'],
    takesAttributes: false,
    async stager(db, tools) {
      const prices = await pricesOf(
        db,
        listId,
        tools.map(({ _id }) => _id),
      );
      return (row, tool) => {
        if (tool) return stagePrices(row, tool, prices.get(tool._id) ?? null);
        const column = row.keys.sku === null ? 'name' : 'sku';
        row.errors.push({ row: row.row, column, message: 'There is no such tool in the catalogue' });
        return null;
      };
    },
  };
}

/** @param now what the list says of the tool; null where it says nothing */
function stagePrices(read: SheetRow, tool: Tool, now: PriceCells | null): StagedRow | null {
  const complain = (column: string, message: string) => read.errors.push({ row: read.row, column, message });
  const { priceUnit } = read.cells;
  if (typeof priceUnit === 'number' && priceUnit !== tool.priceUnit)
    complain('priceUnit', `The prices of this tool are for ${tool.priceUnit.toLocaleString('en-US')}, not for so many`);
  const { price = now?.price ?? null, priceBreaks = now?.priceBreaks ?? [] } = read.cells;
  if (price === null) {
    if (read.errors.length === 0) complain('price', 'The list has no price for this tool yet: enter one');
    return null;
  }
  const wanted: PriceCells = { price, priceBreaks };
  const changed = PRICE_FIELDS.filter((field) => !now || !sameCell(now[field], wanted[field]));
  if (changed.length === 0) return null;
  for (const { column, message } of contradictionsIn({ ...cellsOf(tool), ...wanted })) complain(column, message);
  const pick = (cells: PriceCells): ToolCells => Object.fromEntries(changed.map((field) => [field, cells[field]]));
  return {
    row: read.row,
    toolId: tool._id,
    isNew: now === null,
    name: tool.name,
    before: pick(now ?? NO_PRICES),
    after: pick(wanted),
    keptBefore: {},
    keptAfter: {},
    stockSeen: null,
  };
}

/** What a list says of some tools, by their ids. */
export async function pricesOf(db: Db, listId: string, toolIds: readonly string[]): Promise<Map<string, PriceCells>> {
  if (toolIds.length === 0) return new Map();
  const items = await db
    .select()
    .from(priceListItems)
    .where(and(eq(priceListItems.listId, listId), inArray(priceListItems.toolId, [...toolIds])));
  return new Map(items.map((item) => [item.toolId, presentPrices(item)]));
}
