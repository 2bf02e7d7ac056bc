import { and, eq, ne } from 'drizzle-orm';
import type { CompanyRole } from '#contract/company-policy.ts';
import type { Config } from '#server/config.ts';
import { languageFor } from '#contract/languages.ts';
import { sayIn } from '#server/engine/words/say.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { users } from '#server/people/directory/people.sql.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { companies, companyMembers } from './companies.sql.ts';
import { memberLetter } from './company-letters.ts';

/** Who manages a company, but for one of them where they are named. */
export async function managersOf(tx: Tx, companyId: string, except = ''): Promise<{ id: string; email: string }[]> {
  return tx
    .select({ id: users.id, email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.role, 'manager'),
        ne(companyMembers.userId, except),
      ),
    );
}

/** Tells the managers of a company who belongs to it from now on, in the transaction that says so. @param by who invited them, or null for the shop */
export async function tellManagersOfMember(
  tx: Tx,
  { config, mail }: { config: Pick<Config, 'baseUrl'>; mail: Mail },
  { companyId, userId, role, by }: { companyId: string; userId: string; role: CompanyRole; by: string | null },
): Promise<void> {
  const managers = await managersOf(tx, companyId, userId);
  if (managers.length === 0) return;
  const [company] = await tx
    .select({ name: companies.name, language: companies.language })
    .from(companies)
    .where(eq(companies.id, companyId));
  const [member] = await tx.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId));
  if (!company || !member) return;
  const { company: shop, languages } = await settingsNow(tx);
  const writing = { say: sayIn(languageFor(languages, company.language)), shop: shop.name };
  const url = `${config.baseUrl}/dashboard/company/${companyId}`;
  const said = { company: company.name, name: member.name, memberEmail: member.email, role, by };
  await mail.queue(tx, ...managers.map((manager) => memberLetter(writing, manager, said, url)));
}
