import { and, isNull, or, sql } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Db } from '#server/engine/db/client.ts';
import { fullGtin, mayBeGtin } from '#contract/catalogue/gtin.ts';
import { hasGtin, numbersOf } from '#server/catalogue/tools/gtins.ts';
import { presentTool } from '#server/catalogue/tools/tools.ts';
import type { WrittenDocument } from './document-cells.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** A tool as imports compare and write it: with what its attributes are in base units and where its documents are, as its row keeps them. */
export function withBases(row: typeof tools.$inferSelect): Tool {
  const tool = presentTool(row);
  const documents = tool.documents.map((each, at): WrittenDocument => ({
    ...each,
    file: row.documents[at]?.file ?? '',
  }));
  return { ...tool, attributes: row.attributes, documents };
}

/** A text without what nobody sees in a cell: blanks around it, of whatever kind, and letters without a width. */
export function plainText(text: string): string {
  return text.replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '').trim();
}

/** What a row says of which tool it is about. */
export interface RowKeys {
  _id: string | null;
  sku: string | null;
  name: string | null;
  /** The number under its bar code, where nothing else says it. */
  gtin: string | null;
}

export type Match = { tool: Tool } | { problem: string; column: keyof RowKeys } | null;

/** Finds the tools of rows: by `_id`, else by `sku`, else by `name`; by the number under the bar code where a row has none of them. */
interface Matcher {
  /** The tool of a row; null where there is none and the row would be a new one; a problem where nobody can know. */
  match(keys: RowKeys): Match;
}

/** Reads the tools that some rows may be about, in one statement. */
export async function matchTools(db: Db, rows: readonly RowKeys[]): Promise<Matcher> {
  const texts = (key: keyof RowKeys) => [
    ...new Set(rows.flatMap((row) => (row[key] === null ? [] : [row[key], plainText(row[key])]))),
  ];
  const [ids, skus, names] = [texts('_id'), texts('sku'), texts('name')];
  const gtins = rows.filter(isByGtin).map(({ gtin }) => fullGtin(gtin ?? ''));
  const found = await db
    .select()
    .from(tools)
    .where(
      and(
        isNull(tools.removedAt),
        or(any(tools.id, ids), any(tools.sku, skus), any(tools.name, names), hasGtin([...new Set(gtins)])),
      ),
    );
  const byId = new Map<string, Tool>();
  const bySku = new Map<string, Tool[]>();
  const byName = new Map<string, Tool[]>();
  const byGtin = new Map<string, Tool[]>();
  for (const tool of found.map(withBases)) {
    byId.set(tool._id, tool);
    if (tool.sku !== undefined) bySku.set(tool.sku, [...(bySku.get(tool.sku) ?? []), tool]);
    byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
    for (const { full } of numbersOf(tool)) byGtin.set(full, [...(byGtin.get(full) ?? []), tool]);
  }
  return {
    match(keys) {
      const { _id, sku, name, gtin } = keys;
      if (isByGtin(keys)) return ofNumber(byGtin.get(fullGtin(gtin ?? '')) ?? [], gtin ?? '');
      if (_id !== null) {
        const tool = byId.get(_id);
        return tool ? { tool } : { problem: 'No tool has this _id. Leave it empty to add one', column: '_id' };
      }
      const ofSku = sku === null ? [] : (bySku.get(sku) ?? bySku.get(plainText(sku)) ?? []);
      if (ofSku.length > 1) return severalOf('sku', ofSku.length);
      if (ofSku[0]) return { tool: ofSku[0] };
      // A tool that has another stock number is another tool, whatever its name.
      const ofName = (name === null ? [] : (byName.get(name) ?? byName.get(plainText(name)) ?? [])).filter(
        (tool) => sku === null || tool.sku === undefined,
      );
      if (ofName.length > 1) return severalOf('name', ofName.length);
      return ofName[0] ? { tool: ofName[0] } : null;
    },
  };
}

function isByGtin({ _id, sku, name, gtin }: RowKeys): boolean {
  return _id === null && sku === null && name === null && gtin !== null && mayBeGtin(gtin);
}

function ofNumber([tool, ...others]: readonly Tool[], gtin: string): Match {
  if (!tool) return null;
  if (others.length > 0) return severalOf('gtin', others.length + 1);
  const isOwn = tool.gtin !== undefined && fullGtin(tool.gtin) === fullGtin(gtin);
  return isOwn ? { tool } : { problem: 'This is the number of a pack. Use the number of the piece', column: 'gtin' };
}

function severalOf(column: 'sku' | 'name' | 'gtin', count: number): Match {
  return { problem: `${count} tools have this ${column}. Use _id to say which one`, column };
}

function any(column: typeof tools.id | typeof tools.sku | typeof tools.name, values: string[]) {
  return sql`${column} = any(${sql.param(values)}::text[])`;
}

/** What all changes of the stock of tools but the orders come to, by tool; 0 where there are none. */
export async function stockSums(db: Db, toolIds: readonly string[]): Promise<(toolId: string) => number> {
  if (toolIds.length === 0) return () => 0;
  const { rows } = await db.execute<{ id: string; sum: number }>(
    sql`select tool_id as id, sum(change)::float8 as sum from stock_changes
     where tool_id = any(${sql.param([...toolIds])}::text[]) group by tool_id`,
  );
  const sums = new Map(rows.map(({ id, sum }) => [id, Number(sum)]));
  return (id) => sums.get(id) ?? 0;
}
