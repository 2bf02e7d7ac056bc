import { and, eq, gte, isNull, lte, not, sql, type SQL } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { lacks } from '#server/catalogue/attributes/missing-facts.ts';
import { isOnSale } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { AttributeFilter } from './asked-attributes.ts';
import type { ToolFilters } from './tool-search.ts';

/** Which tools are listed at all: none that were removed. */
export function fitting({
  onSale,
  category,
  family,
  inStock,
  minPrice,
  maxPrice,
  missing = [],
  attributes = [],
}: ToolFilters): SQL | undefined {
  return and(
    isNull(tools.removedAt),
    onSale === undefined ? undefined : onSale ? isOnSale : not(isOnSale),
    category === undefined ? undefined : eq(tools.category, category),
    family === undefined ? undefined : eq(tools.family, family),
    inStock === true ? sql`${tools.availableQuantity} >= ${tools.minOrderQuantity}` : undefined,
    minPrice === undefined ? undefined : gte(tools.piecePrice, 1000 * cents(minPrice)),
    maxPrice === undefined ? undefined : lte(tools.piecePrice, 1000 * cents(maxPrice)),
    ...missing.map((fact) => lacks(fact)),
    ...attributes.map(hasAttribute),
  );
}

/** Whether a tool is what was asked of one attribute. */
export function hasAttribute({ ids }: AttributeFilter): SQL {
  return sql`string_to_array(tools.value_ids, ',') && ${`{${ids.join()}}`}::text[]`;
}
