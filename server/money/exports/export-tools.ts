import { IMPORTED } from '#contract/catalogue/imports.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { and, asc, gt, isNull } from 'drizzle-orm';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { attributeText } from '#server/catalogue/imports/attribute-cells.ts';
import { presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Cell, SheetParts, SheetRow } from '#server/engine/sheets/write-sheet.ts';

/** How many rows are read at once. */
const PART = 500;

/** The columns of a sheet of tools before those of attributes: which tool it is, and what an import writes. */
const TOOL_COLUMNS = ['_id', ...IMPORTED] as const satisfies readonly (keyof Tool)[];
type ToolColumn = (typeof TOOL_COLUMNS)[number];

/** All tools that were not removed, on sale or not, in the shop's order. */
export async function* exportedTools({ db }: Database): SheetParts & AsyncGenerator<SheetRow[]> {
  const attributes = await listAttributes(db);
  yield [[...TOOL_COLUMNS, ...attributes.map(({ name }) => name)]];
  let last = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(tools)
      .where(and(isNull(tools.removedAt), gt(tools.position, last)))
      .orderBy(asc(tools.position))
      .limit(PART);
    if (rows.length > 0) yield rows.map((row) => toolRow(presentTool(row), attributes));
    if (rows.length < PART) return;
    last = rows.at(-1)?.position ?? last;
  }
}

function toolRow(tool: Tool, attributes: readonly Attribute[]): SheetRow {
  const said = new Map(tool.attributes.map((each) => [each.key, attributeText(each)]));
  return [
    ...TOOL_COLUMNS.map((column) => toolCell(tool, column)),
    ...attributes.map(({ key }): Cell => said.get(key) ?? null),
  ];
}

/** What a cell of a tool says: price breaks as `100: 9.5; 500: 8.75`, on sale as yes or no. */
function toolCell(tool: Tool, column: ToolColumn): Cell {
  if (column === 'priceBreaks')
    return tool.priceBreaks.map(({ from, price }) => `${from}: ${price}`).join('; ') || null;
  if (column === 'onSale') return tool.onSale ? 'yes' : 'no';
  if (column === 'onSaleFrom' || column === 'onSaleUntil') {
    const day = tool[column];
    return day ? { day } : null;
  }
  if (column === 'price') return { money: String(tool.price) };
  return tool[column] ?? null;
}
