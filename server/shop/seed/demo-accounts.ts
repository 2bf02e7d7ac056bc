import { sentence } from '#contract/sentences.ts';
import { leaveCompanies } from '#server/buying/companies/leave-companies.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Demo } from '#contract/office/opening.ts';
import { ADMIN } from '#contract/policy.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { accounts, sessions, users } from '#server/people/directory/people.sql.ts';
import { passwordHashing } from '#server/people/identity/passwords.ts';
import { recordBy } from '#server/people/audit/audit.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { removeShopFacts } from './seed-shop-facts.ts';
import { countDemo, removeDemoData, removeDemoTools } from './demo-data.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './seed.ts';
import { transaction } from '#server/engine/db/transaction.ts';

/** Somebody whom the README lets in. */
interface DemoAccount {
  userId: string;
  email: string;
  /** Of the demo's password, as it is kept. */
  hash: string;
}

/** Staff looked at besides the demo's own people: each costs a hash. */
const MOST_STAFF = 100;

const ADDRESSES: string[] = DEMO_PEOPLE.map(({ email }) => email);

/** Accounts of the demo, and staff under whatever address, that the demo's known password opens. @param whose the demo's own alone, or all */
async function openDemoAccounts(database: Database, whose: 'own' | 'all' = 'all'): Promise<DemoAccount[]> {
  const candidates = await database.raw<DemoAccount>(
    `select u.id as "userId", u.email, a.password as hash
     from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential' and a.password is not null
     where not u.banned and (u.email = any($1::text[]) or $2 and u.role not in ('user', 'customer'))
     order by (u.email = any($1::text[])) desc, u.id limit ${MOST_STAFF}`,
    [ADDRESSES, whose === 'all'],
  );
  const { verify } = passwordHashing(false);
  const opened = await Promise.all(
    candidates.map(async (account) =>
      (await verify({ hash: account.hash, password: DEMO_PASSWORD })) ? [account] : [],
    ),
  );
  return opened.flat();
}

/**
 * A database that was begun as a demo must not be served to customers while everybody knows its admin's password.
 * @throws ConfigError naming the accounts and what to do
 */
export async function refuseOpenDemo(database: Database, { production }: Pick<Config, 'production'>): Promise<void> {
  if (!production) return;
  const open = await openDemoAccounts(database);
  if (open.length === 0) return;
  throw new ConfigError([
    `This database was started as a demo: anybody can sign in as ${open.map(({ email }) => email).join(', ')} with the password in the README. Run npm run shop -- end-demo with the same settings, which removes the demo's people and takes that password from others, then start again.`,
  ]);
}

/** Whose things are the demo's: its people's, whether they are there or went before; not those of who took one of its accounts over. */
async function demoAddresses(db: Db, open: readonly DemoAccount[]): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from users where email = any(${sql.param(ADDRESSES)}::text[])`,
  );
  const takenOver = rows.map(({ email }) => email).filter((email) => open.every((each) => each.email !== email));
  return ADDRESSES.filter((email) => !takenOver.includes(email));
}

/** What there is of the demo. @param whose `own`: without asking which of the staff have its password */
export async function demoOf(database: Database, whose: 'own' | 'all' = 'all'): Promise<Demo> {
  const { db } = database;
  const open = await openDemoAccounts(database, whose);
  const { rows: admins } = await db.execute<{ id: string }>(
    sql`select id from users where role = ${ADMIN} and not banned`,
  );
  const emails = (list: DemoAccount[]) => list.map(({ email }) => email);
  return {
    people: emails(open.filter(isDemo)),
    locked: emails(open.filter((account) => !isDemo(account))),
    ...(await countDemo(db, await demoAddresses(db, open))),
    hasOwnAdmin: admins.some(({ id }) => open.every(({ userId }) => userId !== id)),
  };
}

/** Whether anything of it is left; of tools only where they are asked for. */
export function isThere(
  { people, locked, companies, orders, quotes, reviews, tools }: Demo,
  withTools: boolean,
): boolean {
  return people.length + locked.length + companies + orders + quotes + reviews + (withTools ? tools : 0) > 0;
}

/**
 * Removes the demo's people with all that is theirs, their company, the reviews and facts that the demo came with and, where it is
 * asked for, its tools; and takes the demo's password from others who have it.
 * @param by who asked for it in the browser, which may be one of them; not given: the command line
 * @returns their addresses
 * @throws AppError NO_DEMO, LAST_ADMIN for who asked in the browser
 */
export async function endDemo(
  database: Database,
  { tools = false, by }: { tools?: boolean; by?: Pick<Caller, 'userId' | 'email'> } = {},
): Promise<{ removed: string[]; locked: string[] }> {
  const found = await openDemoAccounts(database);
  const isGone = found.some((account) => isDemo(account) && account.userId === by?.userId);
  const actor = by ? { userId: isGone ? null : by.userId, email: by.email } : { userId: null, email: 'command line' };
  return transaction(database, async (tx) => {
    // Whoever ends it at the same time, or takes an admin's role, waits here, and finds it ended.
    const admins = await lockAdmins(tx);
    const open = await stillOpen(tx, found);
    const addresses = await demoAddresses(tx, open);
    const { orders, reviews, ...counts } = await countDemo(tx, addresses);
    if (by) {
      const some = counts.companies + orders + counts.quotes + reviews + (tools ? counts.tools : 0);
      if (open.length + some === 0) throw noDemo();
      if (admins.every((id) => open.some(({ userId }) => userId === id))) throw lastAdmin();
    }
    await removeDemoData(tx, addresses);
    if (tools) await removeDemoTools(tx);
    await removeShopFacts(tx);
    for (const account of open) {
      const { userId, email } = account;
      if (isDemo(account)) {
        await leaveCompanies(tx, userId);
        await tx.delete(users).where(eq(users.id, userId));
        await recordBy(tx, actor, 'user.removed', userId, { email });
      } else {
        await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
        await tx.delete(sessions).where(eq(sessions.userId, userId));
      }
    }
    const people = open.filter(isDemo).length;
    await recordBy(tx, actor, 'demo.ended', 'demo', { people, orders, reviews, tools: tools ? counts.tools : 0 });
    const emails = (list: DemoAccount[]) => list.map(({ email }) => email);
    return { removed: emails(open.filter(isDemo)), locked: emails(open.filter((account) => !isDemo(account))) };
  });
}

/** Nothing is left to end. */
export function noDemo(): AppError {
  return new AppError('NO_DEMO', sentence('Nothing of the demo is left.'));
}

/** Nobody could run the shop any more. */
export function lastAdmin(): AppError {
  return new AppError(
    'LAST_ADMIN',
    sentence('No admin would be left. Register an account of your own first, and make it an admin under All Users.'),
  );
}

async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, ADMIN), eq(users.banned, false)))
    .orderBy(users.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Of the accounts that were found open, those whose password nobody has changed meanwhile, or can before the end. */
async function stillOpen(tx: Tx, found: readonly DemoAccount[]): Promise<DemoAccount[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ userId }) => userId);
  const rows = await tx
    .select({ userId: accounts.userId, hash: accounts.password })
    .from(accounts)
    .where(and(inArray(accounts.userId, ids), eq(accounts.providerId, 'credential')))
    .orderBy(accounts.userId)
    .for('update');
  return found.filter(({ userId, hash }) => rows.some((row) => row.userId === userId && row.hash === hash));
}

function isDemo({ email }: Pick<DemoAccount, 'email'>): boolean {
  return ADDRESSES.includes(email);
}
