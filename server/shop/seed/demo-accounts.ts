import { leaveCompanies } from '#server/buying/companies/leave-companies.ts';
import { and, eq } from 'drizzle-orm';
import { type Config, ConfigError } from '#server/config.ts';
import { accounts, sessions, users } from '#server/people/directory/people.sql.ts';
import { passwordHashing } from '#server/people/identity/passwords.ts';
import { recordFromCommandLine } from '#server/people/audit/audit.ts';
import type { Database } from '#server/engine/db/client.ts';
import { removeShopFacts } from './seed-shop-facts.ts';
import { removeDemoCompany } from './remove-demo-company.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './seed.ts';
import { transaction } from '#server/engine/db/transaction.ts';

/** Somebody whom the README lets in. */
interface DemoAccount {
  userId: string;
  email: string;
}

/** Staff looked at besides the demo's own people: each costs a hash. */
const MOST_STAFF = 100;

const ADDRESSES: string[] = DEMO_PEOPLE.map(({ email }) => email);

/** Accounts of the demo, and staff under whatever address, that the demo's known password opens. */
async function openDemoAccounts(database: Database): Promise<DemoAccount[]> {
  const candidates = await database.raw<DemoAccount & { hash: string }>(
    `select u.id as "userId", u.email, a.password as hash
     from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential' and a.password is not null
     where not u.banned and (u.email = any($1::text[]) or u.role not in ('user', 'customer'))
     order by (u.email = any($1::text[])) desc, u.id limit ${MOST_STAFF}`,
    [ADDRESSES],
  );
  const { verify } = passwordHashing(false);
  const opened = await Promise.all(
    candidates.map(async ({ hash, ...account }) =>
      (await verify({ hash, password: DEMO_PASSWORD })) ? [account] : [],
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

/** Removes the demo's people and their company, and takes the demo's password from others who have it. @returns their addresses */
export async function endDemo(database: Database): Promise<{ removed: string[]; locked: string[] }> {
  const open = await openDemoAccounts(database);
  const isDemo = ({ email }: DemoAccount) => ADDRESSES.includes(email);
  return transaction(database, async (tx) => {
    await removeDemoCompany(tx);
    await removeShopFacts(tx);
    for (const account of open) {
      const { userId, email } = account;
      if (isDemo(account)) {
        await leaveCompanies(tx, userId);
        await tx.delete(users).where(eq(users.id, userId));
        await recordFromCommandLine(tx, 'user.removed', userId, { email });
      } else {
        await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
        await tx.delete(sessions).where(eq(sessions.userId, userId));
      }
    }
    const emails = (list: DemoAccount[]) => list.map(({ email }) => email);
    return { removed: emails(open.filter(isDemo)), locked: emails(open.filter((account) => !isDemo(account))) };
  });
}
