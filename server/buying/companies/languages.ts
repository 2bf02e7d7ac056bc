import { eq } from 'drizzle-orm';
import { type Language, languageFor } from '#contract/languages.ts';
import type { Db } from '#server/engine/db/client.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { companies } from './companies.sql.ts';

/**
 * In which language somebody is written to: their company's where it is for one, else the one that they chose, else the shop's own.
 * @param spoken the languages of the shop, its own first
 */
export async function languageOf(
  db: Db,
  { companyId, userId }: { companyId?: string | null; userId?: string | null },
  spoken: readonly Language[],
): Promise<Language> {
  const [company] = companyId
    ? await db.select({ language: companies.language }).from(companies).where(eq(companies.id, companyId))
    : [];
  const [person] =
    userId && !company ? await db.select({ language: users.language }).from(users).where(eq(users.id, userId)) : [];
  return languageFor(spoken, company?.language, person?.language);
}
