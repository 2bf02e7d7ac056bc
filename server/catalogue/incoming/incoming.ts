import { type Sentence, sentence } from '#contract/sentences.ts';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isDay } from '#contract/day.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Batch, BatchEdit, BatchQuery, NewBatch } from '#contract/catalogue/incoming.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError, invalid, requireVersion } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { recordStockChange } from '#server/catalogue/tools/stock.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { toolNotFound } from '#server/catalogue/tools/tools.ts';
import { batches } from './batches.sql.ts';
import { keepComing } from '#server/catalogue/promises/keep-coming.ts';
import { serveWaiting } from '#server/catalogue/promises/serve-waiting.ts';

const COLUMNS = sql`batches.id, batches.tool_id as "toolId", tools.name as tool, tools.sku, batches.quantity,
  batches.received::float8 as received, batches.day::text as day, batches.note, batches.state, batches.version,
  to_json(batches.created_at) #>> '{}' as "createdAt",
  coalesce((select sum(quantity) from order_promises where batch_id = batches.id), 0)::float8 as promised`;

type BatchRow = Omit<Batch, '_id' | 'createdAt'> & { id: string; createdAt: string } & Record<string, unknown>;

function present({ id, createdAt, ...row }: BatchRow): Batch {
  const { toolId, tool, sku, quantity, promised, received, day, note, state, version } = row;
  return {
    _id: id,
    toolId,
    tool,
    sku,
    quantity,
    promised,
    received,
    day,
    note,
    state,
    createdAt: new Date(createdAt).toISOString(),
    version,
  };
}

async function readBatch(tx: Tx, id: string): Promise<Batch> {
  const { rows } = await tx.execute<BatchRow>(
    sql`select ${COLUMNS} from batches join tools on tools.id = batches.tool_id where batches.id = ${id}`,
  );
  const [row] = rows;
  if (!row) throw batchNotFound();
  return present(row);
}

function batchNotFound(): AppError {
  return new AppError('BATCH_NOT_FOUND', sentence('There are no such incoming goods.'));
}

/** @throws AppError 400 at `day` for a day that is over */
function requireToCome(day: string, today: string): void {
  if (day < today) throw invalid('day', sentence('Enter today or a later day'));
}

/**
 * Announces goods: from now on they can be ordered where their tool allows it. `today` is the shop's day.
 * @throws AppError TOOL_NOT_FOUND; 400 at `day` for a day that is over
 */
export async function announceBatch(
  tx: Tx,
  actor: Caller,
  toolId: string,
  { quantity, day, note }: NewBatch,
  today: string,
): Promise<Batch> {
  requireToCome(day, today);
  const [tool] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)))
    .for('no key update');
  if (!tool) throw toolNotFound();
  const id = newId();
  await tx.insert(batches).values({ id, toolId, quantity, day, note, actorEmail: actor.email });
  await isComing(tx, toolId);
  return readBatch(tx, id);
}

/** Tools are locked before their batches are looked at, as whoever promises pieces of them does it. @throws AppError BATCH_NOT_FOUND */
async function lockBatch(tx: Tx, id: string): Promise<Batch> {
  const [found] = await tx.select({ toolId: batches.toolId }).from(batches).where(eq(batches.id, id));
  if (!found) throw batchNotFound();
  await lockTools(tx, [found.toolId]);
  return readBatch(tx, id);
}

/** @throws AppError BATCH_OVER where nothing of it is to come any more */
function requireAnnounced({ state }: Batch): void {
  if (state === 'announced') return;
  throw new AppError(
    'BATCH_OVER',
    state === 'received' ? sentence('These goods were received.') : sentence('These goods were cancelled.'),
  );
}

async function isComing(tx: Tx, toolId: string): Promise<void> {
  await keepComing(rawInTransaction(tx).raw, [toolId]);
  await tellNews(tx, 'tool.changed', [toolId]);
}

/** What a change of a batch came to. */
export interface ChangedBatch {
  before: Batch;
  after: Batch;
}

/**
 * Changes what was announced. Of another day those who wait are told once, after the commit.
 * @throws AppError BATCH_NOT_FOUND, BATCH_OVER, STALE_BATCH; BATCH_PROMISED for less than came and is promised; 400 at
 * `day` for another day that is over
 */
export async function changeBatch(tx: Tx, id: string, edit: BatchEdit, today: string): Promise<ChangedBatch> {
  const before = await lockBatch(tx, id);
  requireVersion(
    edit.version,
    before.version,
    'STALE_BATCH',
    sentence('Somebody has changed these goods since you opened them. Please check them again before you change them.'),
  );
  requireAnnounced(before);
  const { quantity = before.quantity, day = before.day, note = before.note } = edit;
  if (day !== before.day) requireToCome(day, today);
  const least = before.received + before.promised;
  if (quantity < least)
    throw promised(
      before.promised,
      sentence('Enter {least, plural, one {# piece} other {# pieces}} or more', { least }),
    );
  await tx
    .update(batches)
    .set({
      quantity,
      day,
      note,
      state: quantity <= before.received ? 'received' : 'announced',
      version: before.version + 1,
    })
    .where(eq(batches.id, id));
  await isComing(tx, before.toolId);
  if (day !== before.day) await tellNews(tx, 'batch.moved', [id], { from: before.day, to: day });
  return { before, after: await readBatch(tx, id) };
}

function promised(pieces: number, what: Sentence): AppError {
  return new AppError(
    'BATCH_PROMISED',
    sentence('{pieces, plural, one {# piece is} other {# pieces are}} promised to orders. {what}.', { pieces, what }),
    {
      facts: { promised: pieces },
      issues: [{ path: 'quantity', message: what }],
    },
  );
}

/** @throws AppError BATCH_NOT_FOUND, BATCH_OVER; BATCH_PROMISED while orders wait for some of it */
export async function cancelBatch(tx: Tx, id: string): Promise<Batch> {
  const before = await lockBatch(tx, id);
  requireAnnounced(before);
  if (before.promised > 0)
    throw promised(before.promised, sentence('Move it to another day, or receive other goods first'));
  await tx
    .update(batches)
    .set({ state: 'cancelled', version: before.version + 1 })
    .where(eq(batches.id, id));
  await isComing(tx, before.toolId);
  return readBatch(tx, id);
}

/**
 * Books pieces of a batch that came: for the orders that wait for it, oldest first, then for any other that waits, and the rest into stock. Less
 * than was announced leaves the rest announced.
 * @throws AppError BATCH_NOT_FOUND, BATCH_OVER; 400 where the stock would be too large
 */
export async function receiveBatch(tx: Tx, actor: Caller, id: string, quantity: number): Promise<Batch> {
  const before = await lockBatch(tx, id);
  requireAnnounced(before);
  const received = before.received + quantity;
  await tx
    .update(batches)
    .set({ received, state: received >= before.quantity ? 'received' : 'announced', version: before.version + 1 })
    .where(eq(batches.id, id));
  const raised = await tx
    .update(tools)
    .set({ availableQuantity: sql`${tools.availableQuantity} + ${quantity}` })
    .where(
      and(eq(tools.id, before.toolId), sql`${tools.availableQuantity}::bigint + ${quantity}::bigint <= ${MAX_PIECES}`),
    )
    .returning({ id: tools.id });
  if (raised.length === 0)
    throw invalid('quantity', sentence('The stock can be at most {most, number} pieces', { most: MAX_PIECES }));
  const reason = before.note === '' ? `Expected ${before.day}` : before.note.slice(0, 200);
  await recordStockChange(tx, actor, { toolId: before.toolId, kind: 'received', change: quantity, reason });
  await serveWaiting(tx, [before.toolId], id);
  await isComing(tx, before.toolId);
  const after = await readBatch(tx, id);
  await tellNews(tx, 'stock.incoming', [id], { ...after, came: quantity });
  return after;
}

/** Incoming goods by day; those that are over only where their state is asked for. */
export async function listBatches(
  db: Db,
  { from, to, q, state, toolId, limit, cursor }: BatchQuery,
): Promise<Page<Batch>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string']);
  if (after && !isDay(String(after[0]))) throw invalid('cursor', sentence('cursor must come from an earlier answer'));
  const wanted: SQL[] = [
    ...(state === 'all' ? [] : [sql`batches.state = ${state ?? 'announced'}`]),
    ...(from === undefined ? [] : [sql`batches.day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`batches.day <= ${to}::date`]),
    ...(toolId === undefined ? [] : [sql`batches.tool_id = ${toolId}`]),
    ...(q === undefined || q === ''
      ? []
      : [
          sql`(tools.name ilike ${containing(q)} or tools.sku ilike ${containing(q)} or batches.note ilike ${containing(q)})`,
        ]),
  ];
  const fits = wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `);
  const among = sql`batches join tools on tools.id = batches.tool_id where ${fits}`;
  const { rows } = await db.execute<BatchRow & { total: number }>(sql`
    select ${COLUMNS}, (select count(*)::int from ${among}) as total from ${among}
      and ${after ? sql`(batches.day, batches.id) > (${after[0]}::date, ${after[1]})` : sql`true`}
    order by batches.day, batches.id limit ${limit + 1}`);
  const page = pageOf(rows, limit, rows[0]?.total ?? 0, ({ day, id }) => [day, id]);
  return { ...page, rows: page.rows.map(present) };
}
