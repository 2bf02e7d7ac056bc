import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import { announcedUntil, dueAfter, firstDue, placedOn } from '#contract/buying/standing-days.ts';
import type { StandingOrder, StandingOrderInput } from '#contract/buying/standing-orders.ts';
import type { Day } from '#contract/days.ts';
import { inCountry } from '#contract/in-country.ts';
import type { WorkingDays } from '#contract/working-days.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError, invalid, requireVersion } from '#server/engine/http/app-error.ts';
import { noTerms } from '#server/buying/account/credit.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { listNotFound, requireChangeable } from '#server/buying/named-lists/named-lists.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { buyerOf } from '#server/buying/orders/order-for-company.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { type Destination, destinationOf, writtenDestination } from './standing-destination.ts';
import { standingOrders } from './standing-orders.sql.ts';

type Row = typeof standingOrders.$inferSelect;

/** The shop's day, by the database's clock. */
export async function shopToday(db: Db): Promise<Day> {
  const { rows } = await db.execute<{ day: string }>(sql`select shop_today()::text as day`);
  return rows[0]!.day;
}

/** The standing order of a list that somebody sees; null where it has none. @throws AppError LIST_NOT_FOUND */
export async function readStanding(db: Db, userId: string, listId: string, days: WorkingDays) {
  const seen = await db.execute(sql`
    select from named_lists n where n.id = ${listId} and (n.user_id = ${userId} or n.company_id in (
      select m.company_id from company_members m join users u on u.id = m.user_id and u.email_verified
      where m.user_id = ${userId}))`);
  if (seen.rows.length === 0) throw listNotFound();
  return presentStanding(db, listId, days);
}

async function presentStanding(db: Db, listId: string, days: WorkingDays): Promise<StandingOrder | null> {
  const [found] = await db
    .select({
      row: standingOrders,
      company: companies.name,
      name: users.name,
      email: users.email,
      number: orders.number,
    })
    .from(standingOrders)
    .innerJoin(users, eq(users.id, standingOrders.userId))
    .leftJoin(companies, eq(companies.id, standingOrders.companyId))
    .leftJoin(orders, eq(orders.id, standingOrders.lastOrderId))
    .where(eq(standingOrders.listId, listId));
  if (!found) return null;
  const { row, company, name, email, number } = found;
  const { every, day, pay, purchaseOrder, costCentre, companyId, pausedCode, lastOrderId, lastOn, version } = row;
  const destination = await destinationOf(db, row);
  return {
    every,
    day,
    until: row.untilDay,
    companyId,
    company,
    pay,
    purchaseOrder,
    costCentre,
    state: pausedCode === null ? 'active' : 'paused',
    reason: pausedCode === null ? null : { code: pausedCode, message: row.pausedWhy },
    next: pausedCode === null ? (row.announcedFor ?? placedOn(row.dueOn, days)) : null,
    announced: row.announcedFor !== null,
    orderedBy: { name, email },
    address: destination && lineOf(destination),
    last:
      lastOrderId === null || lastOn === null
        ? null
        : { orderId: lastOrderId, number: String(number ?? ''), day: lastOn },
    version,
  };
}

function lineOf(destination: Destination): string {
  return inCountry(writtenDestination(destination), destination.address.country).replaceAll('\n', ', ');
}

/**
 * Has a list ordered again and again, as whoever asks. What is on its way on the same days stays so; anything else, and what was paused,
 * begins with the next day for which there is time to announce it.
 * @throws AppError LIST_NOT_FOUND, FORBIDDEN; COMPANY_NOT_FOUND, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD, PURCHASE_ORDER_REQUIRED, NO_TERMS,
 * ADDRESS_NOT_FOUND where there is none to deliver to; STALE_ORDER; 400 at costCentre, and at until where no day is left
 */
export async function setStanding(
  tx: Tx,
  userId: string,
  listId: string,
  input: StandingOrderInput,
  days: WorkingDays,
): Promise<StandingOrder> {
  await requireChangeable(tx, userId, listId);
  const { every, day, purchaseOrder = '', costCentre = '', version } = input;
  const [companyId, pay, untilDay] = [input.companyId ?? null, input.pay ?? null, input.until ?? null];
  await requireBuyer(tx, userId, { companyId, pay, purchaseOrder, costCentre });
  await tx.execute(sql`select from named_lists where id = ${listId} for no key update`);
  const [before] = await tx.select().from(standingOrders).where(eq(standingOrders.listId, listId)).for('update');
  requireVersion(
    version,
    before?.version ?? 0,
    'STALE_ORDER',
    sentence('The standing order was changed in another window. Please check it again.'),
  );
  if (!(await destinationOf(tx, { userId, companyId })))
    throw new AppError(
      'ADDRESS_NOT_FOUND',
      companyId === null
        ? sentence('There is no address to deliver to. Add one to your address book first.')
        : sentence("There is no address to deliver to. Add one to the company's address book, or to your own, first."),
    );
  const goesOn = before !== undefined && before.pausedCode === null && before.every === every && before.day === day;
  const dueOn = goesOn ? before.dueOn : firstDue({ every, day }, await shopToday(tx), days);
  if (untilDay !== null && dueOn > untilDay)
    throw invalid(
      'until',
      sentence('The first day would be {dueOn}. Enter that day or a later one, or leave it empty', {
        dueOn: { day: dueOn },
      }),
    );
  // What the letter said was said to whoever ordered then, for whom it was.
  const isSame = goesOn && before.userId === userId && before.companyId === companyId;
  const set = {
    userId,
    companyId,
    every,
    day,
    untilDay,
    pay,
    purchaseOrder,
    costCentre,
    dueOn,
    ...(isSame ? {} : { announcedFor: null, told: [] }),
    pausedCode: null,
    pausedWhy: '',
  };
  await tx
    .insert(standingOrders)
    .values({ id: newId(), listId, ...set })
    .onConflictDoUpdate({
      target: standingOrders.listId,
      set: { ...set, version: sql`${standingOrders.version} + 1` },
    });
  return (await presentStanding(tx, listId, days))!;
}

/** Whether somebody may order so, before the first time that it is. */
async function requireBuyer(
  tx: Tx,
  userId: string,
  wanted: Pick<Row, 'companyId' | 'pay' | 'purchaseOrder' | 'costCentre'>,
): Promise<void> {
  const { companyId, pay, purchaseOrder, costCentre } = wanted;
  if (companyId === null) {
    if (pay === 'account') throw noTerms();
    if (costCentre.trim() !== '') throw invalid('costCentre', sentence('Only a company has cost centres'));
    return;
  }
  const asked = { companyId, purchaseOrder, ...(costCentre.trim() === '' ? {} : { costCentre }) };
  await buyerOf(rawInTransaction(tx), userId, { name: '', phone: '', ...asked }, false);
  if (pay !== 'account') return;
  const [company] = await tx.select({ terms: companies.termsDays }).from(companies).where(eq(companies.id, companyId));
  if (company?.terms === null) throw noTerms();
}

/**
 * Leaves the next time out. @returns null where none is left until its last day, and it is gone
 * @throws AppError LIST_NOT_FOUND, FORBIDDEN, STANDING_NOT_FOUND; STALE_ORDER where another day comes next than was seen
 */
export async function skipStanding(
  tx: Tx,
  userId: string,
  listId: string,
  seen: Day | undefined,
  days: WorkingDays,
): Promise<StandingOrder | null> {
  await requireChangeable(tx, userId, listId);
  const [row] = await tx.select().from(standingOrders).where(eq(standingOrders.listId, listId)).for('update');
  if (!row || row.pausedCode !== null) throw standingNotFound();
  const next = row.announcedFor ?? placedOn(row.dueOn, days);
  if (seen !== undefined && seen !== next)
    throw new AppError(
      'STALE_ORDER',
      sentence('Another day comes next by now. Please check the standing order again.'),
      {
        facts: { next },
      },
    );
  await advance(tx, row, await shopToday(tx), days);
  return presentStanding(tx, listId, days);
}

/** Lets a standing order wait for its next time; one that has none is over. @returns whether it goes on */
export async function advance(
  tx: Tx,
  row: Row,
  today: Day,
  days: WorkingDays,
  placed: Partial<Pick<Row, 'lastOrderId' | 'lastOn'>> = {},
): Promise<boolean> {
  let dueOn = dueAfter(row, row.dueOn);
  // After the shop stood still, what it missed is not made up for.
  while (placedOn(dueOn, days) < today) dueOn = dueAfter(row, dueOn);
  if (row.untilDay !== null && dueOn > row.untilDay) {
    await tx.delete(standingOrders).where(eq(standingOrders.id, row.id));
    return false;
  }
  await tx
    .update(standingOrders)
    .set({ dueOn, announcedFor: null, told: [], version: sql`${standingOrders.version} + 1`, ...placed })
    .where(eq(standingOrders.id, row.id));
  return true;
}

/** Ends a standing order. @throws AppError LIST_NOT_FOUND, FORBIDDEN, STANDING_NOT_FOUND */
export async function stopStanding(tx: Tx, userId: string, listId: string): Promise<void> {
  await requireChangeable(tx, userId, listId);
  const gone = await tx.delete(standingOrders).where(eq(standingOrders.listId, listId)).returning();
  if (gone.length === 0) throw standingNotFound();
}

function standingNotFound(): AppError {
  return new AppError('STANDING_NOT_FOUND', sentence('This list has no standing order that goes on.'));
}

/** For which day it is announced now: its own, or where there is too little time left for that, the first that has enough. */
export function announcedDay(row: Pick<Row, 'dueOn'>, today: Day, days: WorkingDays): Day {
  const own = placedOn(row.dueOn, days);
  const soonest = announcedUntil(today, days);
  return own < soonest ? soonest : own;
}
