import { ended, sentence } from '#contract/sentences.ts';
import { and, asc, count, eq, ilike, isNull, or, sql } from 'drizzle-orm';
import type {
  NewPriceList,
  PriceList,
  PriceListEdit,
  PriceListItem,
  PriceListItemEdit,
  PriceListItemsQuery,
} from '#contract/catalogue/price-lists.ts';
import { contradictions } from '#contract/catalogue/tools.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import type { PriceBreak } from '#contract/buying/pricing.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import { violates } from '#server/engine/db/faults.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, requireVersion } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import { record } from '#server/people/audit/audit.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { priceListItems, priceLists } from './price-lists.sql.ts';

type Row = typeof priceLists.$inferSelect;

/** How many items a list has, as a column of a statement that reads or changes it; a tool that was removed has no price any more. */
const itemsOf = sql<number>`(select count(*)::int from price_list_items item join tools t on t.id = item.tool_id
  where item.list_id = price_lists.id and t.removed_at is null)`;

/** All price lists, by name. */
export async function listPriceLists(db: Db): Promise<PriceList[]> {
  const rows = await db
    .select({ row: priceLists, items: itemsOf })
    .from(priceLists)
    .orderBy(sql`lower(${priceLists.name})`, priceLists.id);
  return rows.map(({ row, items }) => presentList(row, items));
}

function presentList({ id, name, percentOff, fromDay, untilDay, version }: Row, items: number): PriceList {
  return {
    _id: id,
    name,
    percentOff,
    ...(fromDay === null ? {} : { from: fromDay }),
    ...(untilDay === null ? {} : { until: untilDay }),
    items,
    version,
  };
}

/** A new list without items. */
export async function addPriceList(
  tx: Tx,
  caller: Caller,
  { name, percentOff, from = null, until = null }: NewPriceList,
): Promise<PriceList> {
  const [row] = await tx
    .insert(priceLists)
    .values({ id: newId(), name: name.trim(), percentOff, fromDay: from, untilDay: until })
    .returning();
  const list = row!;
  await record(tx, caller, 'price-list.added', list.id, { name: list.name, percentOff });
  return presentList(list, 0);
}

/**
 * Changes a list's name, percentage and days.
 * @throws AppError PRICE_LIST_NOT_FOUND; STALE_PRICE_LIST with the version that is
 */
export async function editPriceList(
  tx: Tx,
  caller: Caller,
  id: string,
  { name, percentOff, from = null, until = null, version }: PriceListEdit,
): Promise<PriceList> {
  const before = await lockList(tx, id);
  const stale = sentence('Somebody else changed the price list. Please check it again.');
  requireVersion(version, before.version, 'STALE_PRICE_LIST', stale);
  const was = { name: before.name, percentOff: before.percentOff, from: before.fromDay, until: before.untilDay };
  const after = { name: name.trim(), percentOff, from, until };
  const [row] = await tx
    .update(priceLists)
    .set({ name: after.name, percentOff, fromDay: from, untilDay: until, version: before.version + 1 })
    .where(eq(priceLists.id, id))
    .returning();
  const fields = Object.keys(after) as (keyof typeof after)[];
  const changed = fields
    .filter((field) => was[field] !== after[field])
    .map((field) => [field, { from: was[field], to: after[field] }]);
  if (changed.length > 0)
    await record(tx, caller, 'price-list.changed', id, { name: after.name, changed: Object.fromEntries(changed) });
  const [counted] = await tx.select({ items: itemsOf }).from(priceLists).where(eq(priceLists.id, id));
  return presentList(row!, counted!.items);
}

/** Removes a list with its items. @throws AppError PRICE_LIST_NOT_FOUND, PRICE_LIST_IN_USE where a company has it */
export async function removePriceList(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { name } = await lockList(tx, id);
  try {
    await tx.delete(priceLists).where(eq(priceLists.id, id));
  } catch (error) {
    if (!violates(error, 'companies_price_list_id_fkey')) throw error;
    throw new AppError(
      'PRICE_LIST_IN_USE',
      sentence('Companies still use this price list. Give them another one first.'),
    );
  }
  await record(tx, caller, 'price-list.removed', id, { name });
}

/** The tools with prices of their own in a list, by their ids. @throws AppError PRICE_LIST_NOT_FOUND */
export async function listItems(
  db: Db,
  id: string,
  { limit, cursor, q }: PriceListItemsQuery,
): Promise<Page<PriceListItem>> {
  await requireList(db, id);
  const [last] = cursor === undefined ? [] : decodeCursor(cursor, ['string']);
  const pattern = q?.trim() ? containing(q.trim()) : null;
  const found = and(
    eq(priceListItems.listId, id),
    isNull(tools.removedAt),
    pattern ? or(ilike(tools.name, pattern), ilike(tools.sku, pattern)) : undefined,
  );
  const rows = await db
    .select({ item: priceListItems, tool: tools })
    .from(priceListItems)
    .innerJoin(tools, eq(tools.id, priceListItems.toolId))
    .where(and(found, last === undefined ? undefined : sql`${priceListItems.toolId} > ${last}`))
    .orderBy(asc(priceListItems.toolId))
    .limit(limit + 1);
  const [counted] = await db
    .select({ total: count() })
    .from(priceListItems)
    .innerJoin(tools, eq(tools.id, priceListItems.toolId))
    .where(found);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ item }) => [item.toolId]);
  return { ...page, rows: page.rows.map(({ item, tool }) => presentItem(tool, item)) };
}

/**
 * Says what a tool costs by a list.
 * @throws AppError PRICE_LIST_NOT_FOUND, TOOL_NOT_FOUND; 400 where the breaks contradict the tool's minimum and step
 */
export async function setItem(
  tx: Tx,
  caller: Caller,
  id: string,
  toolId: string,
  { price, priceBreaks }: PriceListItemEdit,
): Promise<PriceListItem> {
  const { name } = await lockList(tx, id);
  const [tool] = await tx
    .select()
    .from(tools)
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!tool) throw new AppError('TOOL_NOT_FOUND', sentence('There is no such tool.'));
  const { minOrderQuantity, quantityStep } = tool;
  const issues = contradictions({ price, minOrderQuantity, quantityStep, priceBreaks });
  if (issues.length > 0) throw new AppError('VALIDATION_ERROR', ended(issues[0]!.message), { issues });
  const values = {
    priceCents: moneyToCents(price)!,
    priceBreaks: priceBreaks.map(({ from, price: each }) => ({ from, cents: moneyToCents(each)! })),
  };
  const [item] = await tx
    .insert(priceListItems)
    .values({ listId: id, toolId, ...values })
    .onConflictDoUpdate({ target: [priceListItems.listId, priceListItems.toolId], set: values })
    .returning();
  await record(tx, caller, 'price-list.item-changed', id, { name, toolId, tool: tool.name, price, priceBreaks });
  return presentItem(tool, item!);
}

/** Takes a tool's prices out of a list. @returns how many there were @throws AppError PRICE_LIST_NOT_FOUND */
export async function removeItem(tx: Tx, caller: Caller, id: string, toolId: string): Promise<number> {
  const { name } = await lockList(tx, id);
  const gone = await tx
    .delete(priceListItems)
    .where(and(eq(priceListItems.listId, id), eq(priceListItems.toolId, toolId)))
    .returning({ toolId: priceListItems.toolId });
  if (gone.length > 0) await record(tx, caller, 'price-list.item-changed', id, { name, toolId, price: null });
  return gone.length;
}

interface PriceFields {
  priceCents: number;
  priceBreaks: readonly PriceBreak[];
}

/** A tool's prices in a list beside its own. */
function presentItem(
  {
    id,
    name,
    sku,
    priceUnit,
    ...own
  }: PriceFields & { id: string; name: string; sku: string | null; priceUnit: number },
  item: PriceFields,
): PriceListItem {
  return { toolId: id, tool: name, sku, priceUnit, ...presentPrices(item), own: presentPrices(own) };
}

/** Prices in cents as the contract shows them. */
export function presentPrices({ priceCents, priceBreaks }: PriceFields): PriceListItem['own'] {
  return {
    price: centsToMoney(priceCents),
    priceBreaks: priceBreaks.map(({ from, cents }) => ({ from, price: centsToMoney(cents) })),
  };
}

/** Whoever changes a list waits for the others here. @throws AppError PRICE_LIST_NOT_FOUND */
export async function lockList(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(priceLists).where(eq(priceLists.id, id)).for('no key update');
  if (!row) throw listNotFound();
  return row;
}

/** @throws AppError PRICE_LIST_NOT_FOUND */
export async function requireList(db: Db, id: string): Promise<void> {
  if ((await db.$count(priceLists, eq(priceLists.id, id))) === 0) throw listNotFound();
}

function listNotFound(): AppError {
  return new AppError('PRICE_LIST_NOT_FOUND', sentence('There is no such price list.'));
}
