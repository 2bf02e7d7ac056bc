import { sql, type SQL } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import type { NamedSort } from '#contract/catalogue/tools.ts';
import { decodeCursor } from '#server/engine/http/paging.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** An order of tools; those that are equal in it come by position. */
export interface Order {
  /** The column in the cursor beside the position, where the order is not by position alone. */
  key: { column: SQL; type: 'string' | 'number' } | null;
  descending: boolean;
}

/** What a tool is called in a language. */
export function nameIn(language: Language | undefined): SQL<string> {
  return language === undefined
    ? sql`${tools.name}`
    : sql`coalesce(${tools.translations} -> ${sql.raw(`'${language}'`)} ->> 'name', ${tools.name})`;
}

const BY_NAME: Order['key'] = { column: nameIn(undefined), type: 'string' };
const BY_PRICE: Order['key'] = { column: sql`${tools.piecePrice}`, type: 'number' };

const ORDERS: Record<Exclude<NamedSort, 'relevance'>, Order> = {
  featured: { key: null, descending: false },
  newest: { key: null, descending: true },
  name: { key: BY_NAME, descending: false },
  '-name': { key: BY_NAME, descending: true },
  price: { key: BY_PRICE, descending: false },
  '-price': { key: BY_PRICE, descending: true },
};

/** The order of tools among which none is more relevant. @param language that of their names */
export function orderOf(sort: NamedSort, language: Language | undefined): Order {
  const order = ORDERS[sort === 'relevance' ? 'featured' : sort];
  return order.key === BY_NAME ? { ...order, key: { column: nameIn(language), type: 'string' } } : order;
}

/** What `order by` says: the parts of a cursor, in their order. */
export function sortedBy({ key, descending }: Order): SQL {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`${key ? sql`${key.column} ${direction}, ` : sql``}${tools.position} ${direction}`;
}

/** Where a tool stands in the order, as a cursor says it. */
export function placeIn({ key }: Order, tool: { name: string; piecePrice: number; position: number }) {
  return [...(key ? [key.type === 'string' ? tool.name : tool.piecePrice] : []), tool.position];
}

/** What comes after a place in the order. @throws AppError 400 for a cursor that no earlier answer gave */
export function after(order: Order, cursor: string): SQL {
  const last = decodeCursor(cursor, [...(order.key ? [order.key.type] : []), 'number']);
  const than = order.descending ? sql`<` : sql`>`;
  if (!order.key) return sql`${tools.position} ${than} ${last[0]}`;
  return sql`(${order.key.column}, ${tools.position}) ${than} (${last[0]}, ${last[1]})`;
}
