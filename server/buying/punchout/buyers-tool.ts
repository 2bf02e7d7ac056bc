import { and, eq, or } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { forEverybody, forSale, presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { readProductId } from './oci-fields.ts';

/** The tool for sale that a buyer's system names: by what we gave it as its id, else by its SKU. */
export async function findBuyersTool({ db }: Pick<Database, 'db'>, named: string): Promise<Tool | null> {
  if (named === '' || named.length > 200 || named.includes('\0') || !named.isWellFormed()) return null;
  const { toolId } = readProductId(named);
  const rows = await db
    .select()
    .from(tools)
    .where(and(forSale, or(eq(tools.id, toolId), eq(tools.sku, named))))
    .limit(3);
  const [found, another] = rows.toSorted((one, other) => Number(other.id === toolId) - Number(one.id === toolId));
  // Two tools of one number are none: nobody could say which was meant.
  if (!found || (found.id !== toolId && another)) return null;
  return forEverybody(presentTool(found));
}
