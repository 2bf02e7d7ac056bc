import { eq, sql } from 'drizzle-orm';
import type { CustomerFacts } from '#contract/buying/customers.ts';
import { centsToMoney } from '#contract/money.ts';
import { roleOf } from '#contract/policy.ts';
import { presentMembership } from '#server/buying/companies/companies.ts';
import { companies, companyMembers } from '#server/buying/companies/companies.sql.ts';
import { leftToPayOf } from '#server/buying/ledger/left-to-pay.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { userNotFound } from '#server/office/users/users.ts';
import { record } from '#server/people/audit/audit.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { customerNotes } from './customers.sql.ts';

/** Somebody who has an account, for staff. @throws AppError USER_NOT_FOUND */
export async function getCustomer(db: Db, id: string): Promise<CustomerFacts> {
  const [found] = await db
    .select({ user: users, note: customerNotes.note })
    .from(users)
    .leftJoin(customerNotes, eq(customerNotes.userId, users.id))
    .where(eq(users.id, id));
  if (!found) throw userNotFound();
  const { user, note } = found;
  return {
    _id: user.id,
    email: user.email,
    name: user.name,
    address: user.address,
    phone: user.phone,
    role: roleOf(user.role),
    emailVerified: user.emailVerified,
    isBlocked: user.banned && (user.banExpires === null || user.banExpires > new Date()),
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    firms: await companiesOf(db, id),
    orders: await ordersInShort(db, id),
    note: note ?? '',
  };
}

async function companiesOf(db: Db, userId: string): Promise<CustomerFacts['firms']> {
  const rows = await db
    .select({ company: companies, member: companyMembers })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(sql`lower(${companies.name})`, companies.id);
  return rows.map(({ company, member }) => ({ ...presentMembership(company, member), termsDays: company.termsDays }));
}

interface InShort extends Record<string, unknown> {
  count: number;
  firstAt: string | null;
  lastAt: string | null;
  openCount: number;
  openCents: number;
}

/** What all orders of somebody come to. Of one that its company owes, what its invoice has left to be settled is open. */
async function ordersInShort(db: Db, userId: string): Promise<CustomerFacts['orders']> {
  const { rows } = await db.execute<InShort>(sql`
    select count(*)::int as count, min(created_at)::text as "firstAt", max(created_at)::text as "lastAt",
      count(*) filter (where is_open)::int as "openCount",
      coalesce(sum(case when not is_open then 0 when state = 'waiting' then total_cents
        else ${sql.raw(leftToPayOf('o'))} end), 0)::float8 as "openCents"
    from orders o,
      lateral (select state in ('waiting', 'unpaid', 'open') and refunded_cents + written_off_cents < total_cents as is_open) as stands
    where user_id = ${userId}`);
  const { count, firstAt, lastAt, openCount, openCents } = rows[0]!;
  return { count, firstAt: moment(firstAt), lastAt: moment(lastAt), openCount, open: centsToMoney(openCents) };
}

function moment(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Changes what is noted; the audit log says that it was changed, not what it said. @throws AppError USER_NOT_FOUND */
export async function setCustomerNote(tx: Tx, actor: Caller, id: string, note: string): Promise<{ note: string }> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('key share');
  if (!user) throw userNotFound();
  const [before] = await tx.select().from(customerNotes).where(eq(customerNotes.userId, id));
  if ((before?.note ?? '') === note) return { note };
  if (note === '') await tx.delete(customerNotes).where(eq(customerNotes.userId, id));
  else
    await tx
      .insert(customerNotes)
      .values({ userId: id, note })
      .onConflictDoUpdate({ target: customerNotes.userId, set: { note } });
  await record(tx, actor, 'user.noted', id, { email: user.email });
  return { note };
}
