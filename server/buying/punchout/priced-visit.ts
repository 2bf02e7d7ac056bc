import { inArray } from 'drizzle-orm';
import type { Priced } from '#contract/buying/basket.ts';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import { packOf } from '#contract/buying/units.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { forCompany, vatIdOf } from '#server/buying/pricing/company-prices.ts';
import { findTools, type KnownTool, priceLines } from '#server/buying/pricing/price-lines.ts';
import { forEverybody, presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { judgeVatNumber } from '#server/office/vat-register/vat-proofs.ts';
import type { Connection } from './sign-in.ts';

/** A line in pieces, with the code of the pack that it is counted in. */
export interface CountedLine {
  toolId: string;
  quantity: number;
  unit: string | null;
}

/** Tools at the prices of a connection's company, of those that are for sale. */
export async function toolsOfCompany(
  database: Database,
  { companyId }: Pick<Connection, 'companyId'>,
  shop: ShopTerms,
  ids: string[],
): Promise<ReadonlyMap<string, KnownTool>> {
  return forCompany(database, companyId, shop, await findTools(database, ids));
}

/** What lines cost the company of a connection. @param country where they go */
export async function priceForConnection(
  database: Database,
  { companyId }: Pick<Connection, 'companyId'>,
  shop: ShopTerms,
  lines: readonly CountedLine[],
  country: string | undefined,
): Promise<Priced> {
  const known = await toolsOfCompany(
    database,
    { companyId },
    shop,
    lines.map(({ toolId }) => toolId),
  );
  const { vatCountry } = await judgeVatNumber(database, await vatIdOf(database, companyId), shop.vatNumbers);
  const counted = lines.map(({ toolId, quantity, unit }) => ({
    toolId,
    quantity,
    pack: packOf(known.get(toolId)?.packs ?? [], unit) ?? null,
  }));
  return priceLines(counted, known, shop, { country, vatCountry });
}

/** Tools by their ids, whether they are for sale or not. */
export async function toolsById(db: Db, ids: readonly string[]): Promise<Map<string, Tool>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(tools)
    .where(inArray(tools.id, [...ids]));
  return new Map(rows.map((row) => [row.id, forEverybody(presentTool(row))]));
}
