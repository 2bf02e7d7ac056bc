import { sentence } from '#contract/sentences.ts';
import { inArray } from 'drizzle-orm';
import { binsOf } from '#server/catalogue/imports/kept-cells.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { ShelfLabel } from './shelf-labels.ts';

/** What the labels of tools say, in the order in which they are asked for. @throws AppError TOOL_NOT_FOUND */
export async function shelfLabelsOf(db: Db, ids: readonly string[]): Promise<ShelfLabel[]> {
  const { id, name, sku, gtin } = tools;
  const rows = await db
    .select({ id, name, sku, gtin })
    .from(tools)
    .where(inArray(id, [...ids]));
  const found = new Map(rows.map(({ id: toolId, ...label }) => [toolId, label]));
  const bins = await binsOf(db, ids);
  return ids.map((toolId) => {
    const label = found.get(toolId);
    if (!label)
      throw new AppError('TOOL_NOT_FOUND', sentence('One of these tools is not there.'), { facts: { toolId } });
    return { ...label, bin: bins[toolId] ?? null };
  });
}
