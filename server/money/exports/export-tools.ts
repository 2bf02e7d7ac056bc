import { IMPORTED } from '#contract/catalogue/imports.ts';
import { packsText } from '#contract/catalogue/packs-text.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#contract/catalogue/documents.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { and, asc, gt, isNull, sql } from 'drizzle-orm';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { attributeText } from '#server/catalogue/imports/attribute-cells.ts';
import { documentsText, type WrittenDocument } from '#server/catalogue/imports/document-cells.ts';
import { withBases } from '#server/catalogue/imports/match-tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Cell, SheetParts, SheetRow } from '#server/engine/sheets/write-sheet.ts';

/** How many rows are read at once. */
const PART = 500;

/** The columns of a sheet of tools before those of attributes: which tool it is, and what an import writes. */
const TOOL_COLUMNS = ['_id', ...IMPORTED] as const satisfies readonly (keyof Tool)[];
type ToolColumn = (typeof TOOL_COLUMNS)[number];
/** The stock as it leaves: an import takes another stock beside it for a difference, so that nothing sold meanwhile comes back. */
const STOCK_THEN = 'stockThen';

/** All tools that were not removed, on sale or not, in the shop's order. */
export async function* exportedTools({ db }: Database): SheetParts & AsyncGenerator<SheetRow[]> {
  const attributes = await listAttributes(db);
  const kinds = await documentKinds(db);
  yield [[...TOOL_COLUMNS, STOCK_THEN, ...kinds, ...attributes.map(({ name }) => name)]];
  let last = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(tools)
      .where(and(isNull(tools.removedAt), gt(tools.position, last)))
      .orderBy(asc(tools.position))
      .limit(PART);
    if (rows.length > 0) yield rows.map((row) => toolRow(withBases(row), kinds, attributes));
    if (rows.length < PART) return;
    last = rows.at(-1)?.position ?? last;
  }
}

/** The kinds of documents that tools have; a shop without documents has no columns of them. */
async function documentKinds(db: Db): Promise<DocumentKind[]> {
  const { rows } = await db.execute<{ kind: string }>(sql`
    select distinct each ->> 'kind' as kind from tools, jsonb_array_elements(documents) as each
    where removed_at is null and documents <> '[]'`);
  return DOCUMENT_KINDS.filter((kind) => rows.some((row) => row.kind === kind));
}

function toolRow(tool: Tool, kinds: readonly DocumentKind[], attributes: readonly Attribute[]): SheetRow {
  const said = new Map(tool.attributes.map((each) => [each.key, attributeText(each)]));
  return [
    ...TOOL_COLUMNS.map((column) => toolCell(tool, column)),
    tool.availableQuantity,
    ...kinds.map((kind): Cell => documentsText(tool.documents as WrittenDocument[], kind) || null),
    ...attributes.map(({ key }): Cell => said.get(key) ?? null),
  ];
}

/** What a cell of a tool says: price breaks as `100: 9.5; 500: 8.75`, on sale as yes or no. */
function toolCell(tool: Tool, column: ToolColumn): Cell {
  if (column === 'priceBreaks')
    return tool.priceBreaks.map(({ from, price }) => `${from}: ${price}`).join('; ') || null;
  if (column === 'packs') return packsText(tool.packs) || null;
  if (column === 'onSale') return tool.onSale ? 'yes' : 'no';
  if (column === 'onSaleFrom' || column === 'onSaleUntil') {
    const day = tool[column];
    return day ? { day } : null;
  }
  if (column === 'price') return { money: String(tool.price) };
  return tool[column] ?? null;
}
