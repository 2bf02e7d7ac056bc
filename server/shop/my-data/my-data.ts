import { asc, desc, eq, gt, and, inArray, sql } from 'drizzle-orm';
import type { MyData } from '#contract/people/my-data.ts';
import type { Db } from '#server/engine/db/client.ts';
import { listAddresses } from '#server/people/addresses/addresses.ts';
import { apiKeys } from '#server/office/api-keys/api-keys.sql.ts';
import { buyerKeys } from '#server/buying/buyer-keys/buyer-keys.sql.ts';
import { centsToMoney } from '#contract/money.ts';
import { formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { buyingFor } from '#server/buying/companies/buying-for.sql.ts';
import { companies, companyMembers } from '#server/buying/companies/companies.sql.ts';
import { customerNotes } from '#server/buying/customers/customers.sql.ts';
import { basketLines } from '#server/buying/basket/basket.sql.ts';
import { accounts, sessions, users } from '#server/people/directory/people.sql.ts';
import { mails } from '#server/people/mail/mail.sql.ts';
import { namedListLines, namedLists } from '#server/buying/named-lists/named-lists.sql.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import { entryColumns, presentEntry } from '#server/money/account/entries.ts';
import { punchoutConnections } from '#server/buying/punchout/punchout.sql.ts';
import { quotesAskedBy, wholeQuotes } from '#server/buying/quotes/read-quotes.ts';
import { findReturnsByIds, returnsOf } from '#server/money/returns/read-returns.ts';
import { reviews } from '#server/buying/reviews/reviews.sql.ts';
import { presentReview } from '#server/buying/reviews/reviews.ts';
import { standingOrders } from '#server/buying/standing-orders/standing-orders.sql.ts';
import { stockAlerts } from '#server/buying/stock-alerts/stock-alerts.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { presentUser, userNotFound } from '#server/office/users/users.ts';
import { webhooks } from '#server/office/webhooks/webhooks.sql.ts';

/** Orders, quotes and lists of a thousand lines each that one statement reads: while PGlite does, nobody else is answered. */
const AT_ONCE = 4;

/** Everything that the shop keeps about a user, for themselves. @throws AppError USER_NOT_FOUND */
export async function getMyData(db: Db, userId: string): Promise<MyData> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw userNotFound();
  const waysIn = await db.select().from(accounts).where(eq(accounts.userId, userId)).orderBy(accounts.createdAt);
  const open = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.createdAt));
  const ordered = await db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt));
  const entered = await db
    .select(entryColumns)
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(ledger.createdAt), desc(ledger.id));
  const posted = await db.select().from(reviews).where(eq(reviews.userId, userId)).orderBy(desc(reviews.createdAt));
  const inBasket = await db
    .select({ toolId: basketLines.toolId, tool: tools.name, quantity: basketLines.quantity })
    .from(basketLines)
    .innerJoin(tools, eq(tools.id, basketLines.toolId))
    .where(eq(basketLines.userId, userId))
    .orderBy(basketLines.position);
  const lists = await listsWithLines(db, userId);
  const memberships = await db
    .select({
      name: companies.name,
      number: companies.number,
      role: companyMembers.role,
      orderLimit: companyMembers.orderLimitCents,
      monthLimit: companyMembers.monthLimitCents,
      since: companyMembers.createdAt,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(companyMembers.createdAt);
  const [chosen] = await db
    .select({ name: companies.name })
    .from(buyingFor)
    .innerJoin(companies, eq(companies.id, buyingFor.companyId))
    .where(eq(buyingFor.userId, userId));
  const [noted] = await db.select().from(customerNotes).where(eq(customerNotes.userId, userId));
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt));
  const own = await db.select().from(buyerKeys).where(eq(buyerKeys.userId, userId)).orderBy(desc(buyerKeys.createdAt));
  const listened = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(desc(webhooks.createdAt));
  const doors = await db
    .select()
    .from(punchoutConnections)
    .where(eq(punchoutConnections.userId, userId))
    .orderBy(desc(punchoutConnections.createdAt));
  const awaited = await db.select().from(stockAlerts).where(eq(stockAlerts.userId, userId));
  const received = await db
    .select({ subject: mails.subject, createdAt: mails.createdAt })
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(desc(mails.createdAt));
  return {
    account: {
      ...presentUser(user),
      image: user.image,
      phoneNumber: user.phoneNumber,
      twoFactorEnabled: user.twoFactorEnabled,
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
      note: noted?.note ?? '',
    },
    waysIn: waysIn.map(({ providerId, createdAt }) => ({
      provider: providerId === 'credential' ? 'password' : providerId,
      since: createdAt.toISOString(),
    })),
    sessions: open.map(({ createdAt, expiresAt, ipAddress, userAgent }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      ipAddress: ipAddress ?? '',
      userAgent: userAgent ?? '',
    })),
    addresses: await listAddresses(db, { userId }),
    orders: await someAtOnce(ordered, (some) => presentOrders(db, some, 'all')),
    quotes: await someAtOnce(await quotesAskedBy(db, userId), (ids) => wholeQuotes(db, ids)),
    returns: await someAtOnce(await returnsOf(db, userId), (ids) => findReturnsByIds(db, ids)),
    basket: inBasket,
    lists,
    standingOrders: await standingOrdersOf(db, userId),
    entries: entered.map(presentEntry),
    companies: memberships.map(({ name, number, role, orderLimit, monthLimit, since }) => ({
      name,
      number: formatCompanyNumber(number),
      role,
      orderLimit: orderLimit === null ? null : centsToMoney(orderLimit),
      monthLimit: monthLimit === null ? null : centsToMoney(monthLimit),
      since: since.toISOString(),
    })),
    buyingFor: chosen?.name ?? null,
    reviews: posted.map(presentReview),
    apiKeys: [...keys, ...own.map((each) => ({ ...each, expiresAt: null }))].map(
      ({ name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
        name,
        scopes,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }),
    ),
    webhooks: listened.map(({ url, events, createdAt }) => ({ url, events, createdAt: createdAt.toISOString() })),
    punchouts: doors.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    stockAlerts: awaited.map(({ toolId, createdAt }) => ({ toolId, createdAt: createdAt.toISOString() })),
    mails: received.map(({ subject, createdAt }) => ({ subject, createdAt: createdAt.toISOString() })),
  };
}

async function someAtOnce<Row, Read>(
  rows: readonly Row[],
  read: (some: Row[]) => Promise<readonly Read[]>,
): Promise<Read[]> {
  const all: Read[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) all.push(...(await read(rows.slice(from, from + AT_ONCE))));
  return all;
}

async function standingOrdersOf(db: Db, userId: string): Promise<MyData['standingOrders']> {
  const rows = await db
    .select({ list: namedLists.name, order: standingOrders })
    .from(standingOrders)
    .innerJoin(namedLists, eq(namedLists.id, standingOrders.listId))
    .where(eq(standingOrders.userId, userId))
    .orderBy(asc(standingOrders.createdAt));
  return rows.map(({ list, order: { every, day, untilDay, createdAt } }) => ({
    list,
    every,
    day,
    until: untilDay,
    createdAt: createdAt.toISOString(),
  }));
}

async function listsWithLines(db: Db, userId: string): Promise<MyData['lists']> {
  const lists = await db
    .select({ id: namedLists.id, name: namedLists.name, createdAt: namedLists.createdAt })
    .from(namedLists)
    .where(eq(namedLists.userId, userId))
    .orderBy(asc(namedLists.createdAt), asc(namedLists.id));
  return someAtOnce(lists, async (some) => {
    const ids = some.map(({ id }) => id);
    const lines = await db
      .select({
        listId: namedListLines.listId,
        toolId: namedListLines.toolId,
        tool: tools.name,
        quantity: namedListLines.quantity,
      })
      .from(namedListLines)
      .innerJoin(tools, eq(tools.id, namedListLines.toolId))
      .where(inArray(namedListLines.listId, ids))
      .orderBy(asc(namedListLines.position));
    return some.map(({ id, name, createdAt }) => ({
      name,
      createdAt: createdAt.toISOString(),
      lines: lines
        .filter(({ listId }) => listId === id)
        .map(({ toolId, tool, quantity }) => ({ toolId, tool, quantity })),
    }));
  });
}
