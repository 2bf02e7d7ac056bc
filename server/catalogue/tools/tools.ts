import { ended, sentence } from '#contract/sentences.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import { centsToMoney } from '#contract/money.ts';
import type { ToolDocument } from '#contract/catalogue/documents.ts';
import { cents } from '#contract/money-sums.ts';
import { contradictions, type NewTool, type Tool, type ToolEdit, type ToolForm } from '#contract/catalogue/tools.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError, requireVersion } from '#server/engine/http/app-error.ts';
import { laterOf, orderableOf } from '#contract/buying/stock-to-come.ts';
import { readAttributes } from '#server/catalogue/attributes/attributes.ts';
import { backorderOf } from '#server/catalogue/promises/stock-to-serve.ts';
import { serveWaiting } from '#server/catalogue/promises/serve-waiting.ts';
import { toolIn, wordsIn } from '#server/catalogue/translations/catalogue-words.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import { requireGtins } from './gtins.ts';
import { notWhole, pricesFor, repriceElsewhere, whatIsNotWhole } from './price-units.ts';
import { type DocumentRow, tools } from './tools.sql.ts';

type Row = typeof tools.$inferSelect;

/** Whether a tool is on sale today, by the database's clock. */
export const isOnSale = sql.raw(onSaleNow('tools.'));

/** What the public sees: neither removed nor taken off sale for a while. */
export const forSale = and(isNull(tools.removedAt), isOnSale);

/** The tool as the contract shows it. */
export function presentTool(row: Row): Tool {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    image: row.image,
    price: centsToMoney(row.priceCents),
    availableQuantity: row.availableQuantity,
    backorder: backorderOf(row),
    later: laterOf(row),
    orderable: orderableOf({ ...row, backorder: backorderOf(row) }),
    ...(row.reorderBelow === null ? {} : { reorderBelow: row.reorderBelow }),
    minOrderQuantity: row.minOrderQuantity,
    ...(row.sku === null ? {} : { sku: row.sku }),
    ...(row.category === null ? {} : { category: row.category }),
    quantityStep: row.quantityStep,
    priceBreaks: row.priceBreaks.map((each) => ({ from: each.from, price: centsToMoney(each.cents) })),
    priceUnit: row.priceUnit,
    packs: row.packs,
    weight: row.weightGrams,
    ...(row.family === null ? {} : { family: row.family }),
    onSale: row.onSale,
    ...(row.onSaleFrom === null ? {} : { onSaleFrom: row.onSaleFrom }),
    ...(row.onSaleUntil === null ? {} : { onSaleUntil: row.onSaleUntil }),
    attributes: row.attributes.map(({ base: _base, ...said }) => said),
    ...(row.gtin === null ? {} : { gtin: row.gtin }),
    ...(row.hsCode === null ? {} : { hsCode: row.hsCode }),
    ...(row.origin === null ? {} : { origin: row.origin }),
    ...(row.unspsc === null ? {} : { unspsc: row.unspsc }),
    documents: row.documents.map((each) => presentDocument(row.id, each)),
    translations: row.translations,
    version: row.version,
  };
}

/** A document of a tool as the contract shows it. */
export function presentDocument(toolId: string, { file: _file, ...said }: DocumentRow): ToolDocument {
  return { ...said, url: `/tool/${toolId}/document/${said._id}` };
}

/** One tool that is for sale. @param language as far as it was translated @throws AppError TOOL_NOT_FOUND */
export async function getTool(db: Db, id: string, language?: Language): Promise<Tool> {
  const [row] = await db
    .select()
    .from(tools)
    .where(and(eq(tools.id, id), forSale));
  if (!row) throw toolNotFound();
  return toolIn(forEverybody(presentTool(row)), await wordsIn(db, language));
}

/** Without what only staff are told. */
export function forEverybody({ reorderBelow: _staff, ...tool }: Tool): Tool {
  return tool;
}

export function toolNotFound(): AppError {
  return new AppError('TOOL_NOT_FOUND', sentence('There is no such tool, or it is no longer sold.'));
}

/** The address of a tool's picture; undefined where there is no such tool. */
export async function pictureOf(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ image: tools.image }).from(tools).where(eq(tools.id, id));
  return row?.image;
}

/** Adds a tool. @throws AppError VALIDATION_ERROR for attributes or a GTIN that cannot be, GTIN_TAKEN */
export async function addTool(tx: Tx, tool: NewTool): Promise<Tool> {
  await requireGtins(tx, tool, { id: null, gtin: null, packs: [] });
  const [row] = await tx
    .insert(tools)
    .values({
      id: newId(),
      ...columns(tool),
      ...bulkColumns(tool),
      attributes: await readAttributes(tx, tool.attributes),
    })
    .returning();
  if (!row) throw new Error('the new tool was not returned');
  await tellNews(tx, 'tool.changed', [row.id]);
  return presentTool(row);
}

/**
 * Changes a tool that is still at the version that the editor saw.
 * @returns the tool before and after, and by how many pieces its stock was changed: those who waited for these have them after it
 * @throws AppError TOOL_NOT_FOUND, STALE_TOOL with the version that is, GTIN_TAKEN, VALIDATION_ERROR where what stays contradicts what
 *   comes, or for attributes or a GTIN that cannot be
 */
export async function editTool(
  tx: Tx,
  id: string,
  edit: ToolEdit,
): Promise<{ before: Tool; after: Tool; change: number }> {
  const [before] = await tx
    .select()
    .from(tools)
    .where(and(eq(tools.id, id), isNull(tools.removedAt)))
    .for('update');
  if (!before) throw toolNotFound();
  requireVersion(
    edit.version,
    before.version,
    'STALE_TOOL',
    sentence(
      'Somebody has changed or bought this tool since you opened it. Please check it again before you change it.',
    ),
  );
  const kept = pricesFor(presentTool(before), edit.priceUnit);
  const issues = contradictions({
    ...edit,
    quantityStep: edit.quantityStep ?? kept.quantityStep,
    priceBreaks: edit.priceBreaks ?? kept.priceBreaks,
    onSaleFrom: edit.onSaleFrom ?? kept.onSaleFrom,
    onSaleUntil: edit.onSaleUntil ?? kept.onSaleUntil,
  });
  const [first] = issues;
  if (first) throw new AppError('VALIDATION_ERROR', ended(first.message), { issues });
  await requireGtins(tx, edit, before);
  if (edit.priceUnit !== undefined && edit.priceUnit !== before.priceUnit) {
    const change = [{ toolId: id, from: before.priceUnit, to: edit.priceUnit }];
    const [wrong] = await whatIsNotWhole(tx, change);
    if (wrong) throw notWhole(wrong);
    await repriceElsewhere(tx, change);
  }
  const attributes = edit.attributes && (await readAttributes(tx, edit.attributes));
  const [changed] = await tx
    .update(tools)
    .set({
      ...columns(edit),
      ...bulkColumns({ ...edit, priceBreaks: edit.priceBreaks ?? kept.priceBreaks }),
      attributes,
      version: sql`${tools.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(tools.id, id))
    .returning();
  if (!changed) throw toolNotFound();
  await tellNews(tx, 'tool.changed', [id], isLow(changed) && !isLow(before) ? { low: [id] } : {});
  await serveWaiting(tx, [id]);
  const [after = changed] = await tx.select().from(tools).where(eq(tools.id, id));
  return {
    before: presentTool(before),
    after: presentTool(after),
    change: changed.availableQuantity - before.availableQuantity,
  };
}

/** Removes a tool; its row stays for the orders that name it. @throws AppError TOOL_NOT_FOUND */
export async function removeTool(tx: Tx, id: string): Promise<Tool> {
  const [row] = await tx
    .update(tools)
    .set({ removedAt: sql`now()`, version: sql`${tools.version} + 1` })
    .where(and(eq(tools.id, id), isNull(tools.removedAt)))
    .returning();
  if (!row) throw toolNotFound();
  await tellNews(tx, 'tool.changed', [id]);
  return presentTool(row);
}

/** Whether there are fewer than one buys at least. */
export function isLow({
  availableQuantity,
  minOrderQuantity,
}: Pick<Row, 'availableQuantity' | 'minOrderQuantity'>): boolean {
  return availableQuantity < minOrderQuantity;
}

/** Null for a text of nothing but blanks, which names nothing; of one that was left out it is undefined. */
function orNone(text: string | undefined): string | null | undefined {
  return text?.trim() === '' ? null : text;
}

function columns(tool: NewTool | ToolEdit) {
  return {
    name: tool.name,
    description: tool.description,
    image: tool.image,
    sku: orNone(tool.sku) ?? null,
    category: orNone(tool.category) ?? null,
    priceCents: cents(tool.price),
    availableQuantity: tool.availableQuantity,
    minOrderQuantity: tool.minOrderQuantity,
  };
}

type Columns = Partial<typeof tools.$inferInsert>;

/** The columns of the fields beyond the spec's, each field's own; of one that was left out it is undefined, and stays as it is. */
function bulkColumns(tool: NewTool | ToolEdit): Columns {
  const { quantityStep, priceBreaks, priceUnit, packs, weight, family, onSale, onSaleFrom, onSaleUntil } = tool;
  const { gtin, hsCode, origin, unspsc, backorder, reorderBelow, translations } = tool;
  const columnsOf: Record<
    Exclude<keyof NewTool, keyof ToolForm | 'attributes' | 'later' | 'orderable'>,
    Columns | undefined
  > = {
    quantityStep: { quantityStep },
    priceBreaks: { priceBreaks: priceBreaks?.map((each) => ({ from: each.from, cents: cents(each.price) })) },
    priceUnit: { priceUnit },
    packs: { packs },
    weight: { weightGrams: weight },
    backorder: backorder && {
      backorderKind: backorder.kind,
      backorderLimit: backorder.limit,
      backorderDays: backorder.days,
    },
    reorderBelow: { reorderBelow },
    family: { family: orNone(family) },
    onSale: { onSale },
    onSaleFrom: { onSaleFrom: onSaleFrom === '' ? null : onSaleFrom },
    onSaleUntil: { onSaleUntil: onSaleUntil === '' ? null : onSaleUntil },
    gtin: { gtin: gtin === '' ? null : gtin },
    hsCode: { hsCode: hsCode === '' ? null : hsCode },
    origin: { origin: origin === '' ? null : origin },
    unspsc: { unspsc: unspsc === '' ? null : unspsc },
    translations: { translations },
  };
  const all: Columns = {};
  return Object.assign(all, ...Object.values(columnsOf)) as Columns;
}
