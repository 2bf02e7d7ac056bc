import { sentence } from '#contract/sentences.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { START_MINUTES, VISIT_MINUTES } from '#contract/buying/punchout.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { keepLines, type KeptLine } from '#server/buying/kept-lines/keep-lines.ts';
import { basketFull } from '#server/buying/basket/basket.ts';
import { hashOfSecret, newToken } from './connections.ts';
import { type Parties, punchoutConnections, punchoutLines, punchoutVisits } from './punchout.sql.ts';
import { type BuyerOfCompany, buyerOfConnection, type Connection } from './sign-in.ts';

type VisitRow = typeof punchoutVisits.$inferSelect;

/** A visit while it is good, with whose it is. */
export interface Visit extends VisitRow {
  connection: Connection;
  buyer: BuyerOfCompany;
}

export interface NewVisit {
  returnTo: string;
  /** The window that the basket goes back to; empty: the same. */
  target?: string;
  looksOnly?: boolean;
  /** The tool that is shown first. */
  opens?: string | null;
  buyerCookie?: string;
  parties?: Parties | null;
  country?: string | null;
  /** Somebody of the shop plays the buyer's side. */
  isTried?: boolean;
  lines?: readonly KeptLine[];
}

/** Begins a visit. @returns what stands in its address, which the database knows by its hash alone */
export async function beginVisit(tx: Tx, connectionId: string, wanted: NewVisit): Promise<string> {
  const token = newToken();
  await writeVisit(tx, connectionId, wanted, { tokenHash: hashOfSecret(token) });
  return token;
}

/** Prepares a visit that somebody begins later. @returns what stands in the address that begins it once, for some minutes */
export async function prepareVisit(tx: Tx, connectionId: string, wanted: NewVisit): Promise<string> {
  const token = newToken();
  await writeVisit(tx, connectionId, wanted, { startHash: hashOfSecret(token) });
  return token;
}

async function writeVisit(
  tx: Tx,
  connectionId: string,
  { lines = [], ...wanted }: NewVisit,
  known: { tokenHash?: string; startHash?: string },
): Promise<void> {
  const id = newId();
  await tx.insert(punchoutVisits).values({
    id,
    connectionId,
    ...wanted,
    ...known,
    startUntil: known.startHash === undefined ? null : sql`now() + make_interval(mins => ${START_MINUTES})`,
    expiresAt: sql`now() + make_interval(mins => ${VISIT_MINUTES})`,
  });
  await keepLines(tx, keeperOf(id), lines);
  // Whoever comes back late is told so for a day.
  await tx.delete(punchoutVisits).where(sql`${punchoutVisits.expiresAt} < now() - interval '1 day'`);
}

/**
 * Begins a prepared visit; of many who open its address at once one alone does.
 * @returns what stands in the address of the visit, and the tool that it shows first
 * @throws AppError VISIT_OVER for an address that was opened before, is too old or never was
 */
export async function startVisit(
  tx: Tx,
  startToken: string,
): Promise<{ token: string; opens: string | null; connectionId: string; isTried: boolean }> {
  const token = newToken();
  const [started] = await tx
    .update(punchoutVisits)
    .set({ tokenHash: hashOfSecret(token), expiresAt: sql`now() + make_interval(mins => ${VISIT_MINUTES})` })
    .where(
      and(
        eq(punchoutVisits.startHash, hashOfSecret(startToken)),
        isNull(punchoutVisits.tokenHash),
        sql`${punchoutVisits.startUntil} > now()`,
      ),
    )
    .returning({
      opens: punchoutVisits.opens,
      connectionId: punchoutVisits.connectionId,
      isTried: punchoutVisits.isTried,
    });
  if (!started)
    throw new AppError(
      'VISIT_OVER',
      sentence(
        'This address was good for one visit within ten minutes. Go back to your purchasing system and start again.',
      ),
    );
  return { token, ...started };
}

/**
 * The visit of an address, while it is good and whoever it is of may still buy.
 * @throws AppError VISIT_OVER, FORBIDDEN, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD
 */
export async function findVisit(database: Pick<Database, 'db' | 'raw'>, token: string): Promise<Visit> {
  const [found] = await database.db
    .select({
      visit: punchoutVisits,
      connection: punchoutConnections,
      isOver: sql<boolean>`${punchoutVisits.expiresAt} <= now()`,
    })
    .from(punchoutVisits)
    .innerJoin(punchoutConnections, eq(punchoutConnections.id, punchoutVisits.connectionId))
    .where(eq(punchoutVisits.tokenHash, hashOfSecret(token)));
  if (!found || found.isOver)
    throw new AppError(
      'VISIT_OVER',
      sentence('This visit is over. Go back to your purchasing system and start again.'),
    );
  const buyer = await buyerOfConnection(database, found.connection);
  return { ...found.visit, connection: found.connection, buyer };
}

/** Whom a visit that is over, or that nobody may continue, was of: its pages say so where they were shown. */
export async function framersOf(db: Db, token: string): Promise<{ returnTo: string; hosts: string[] } | null> {
  const [found] = await db
    .select({ returnTo: punchoutVisits.returnTo, hosts: punchoutConnections.hosts })
    .from(punchoutVisits)
    .innerJoin(punchoutConnections, eq(punchoutConnections.id, punchoutVisits.connectionId))
    .where(eq(punchoutVisits.tokenHash, hashOfSecret(token)));
  return found ?? null;
}

const keeperOf = (id: string) => ({ table: 'punchout_lines', owner: 'visit_id', id, full: basketFull }) as const;

/** A change of what lies in the basket of a visit: quantities of what a line is counted in, 0 taking it out. */
export async function setLines(tx: Tx, { id }: Pick<Visit, 'id'>, lines: readonly KeptLine[]): Promise<void> {
  await lockVisit(tx, id);
  await keepLines(tx, keeperOf(id), lines);
}

/** Puts more of a tool into the basket: a line that is counted otherwise goes on in pieces. @param pieces of what is added */
export async function addLine(
  tx: Tx,
  { id }: Pick<Visit, 'id'>,
  { toolId, pieces, pack }: { toolId: string; pieces: number; pack: { code: string; pieces: number } | null },
): Promise<void> {
  await lockVisit(tx, id);
  const [there] = await tx
    .select({ quantity: punchoutLines.quantity, unit: punchoutLines.unit })
    .from(punchoutLines)
    .where(and(eq(punchoutLines.visitId, id), eq(punchoutLines.toolId, toolId)));
  const total = pieces + (there?.quantity ?? 0);
  const unit = !there || there.unit === (pack?.code ?? null) ? pack : null;
  await keepLines(tx, keeperOf(id), [
    unit ? { toolId, quantity: total / unit.pieces, unit: unit.code } : { toolId, quantity: total },
  ]);
}

/** So that two windows of one visit take turns. */
async function lockVisit(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: punchoutVisits.id }).from(punchoutVisits).where(eq(punchoutVisits.id, id)).for('update');
}

/** What lies in it, in the order in which it came; in pieces, each with the code of its pack. */
export async function linesOf(
  db: Db,
  { id }: Pick<Visit, 'id'>,
): Promise<{ toolId: string; quantity: number; unit: string | null }[]> {
  return db
    .select({ toolId: punchoutLines.toolId, quantity: punchoutLines.quantity, unit: punchoutLines.unit })
    .from(punchoutLines)
    .where(eq(punchoutLines.visitId, id))
    .orderBy(punchoutLines.position);
}

export async function noteGivenBack(db: Db, { id }: Pick<Visit, 'id'>): Promise<void> {
  await db
    .update(punchoutVisits)
    .set({ givenBackAt: sql`now()` })
    .where(eq(punchoutVisits.id, id));
}
