import { eq, isNotNull, sql } from 'drizzle-orm';
import { languageFor } from '#contract/languages.ts';
import { sayIn } from '#server/engine/words/say.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { staffWho } from '#server/people/directory/staff.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { formatCompanyNumber } from './companies.ts';
import { companies } from './companies.sql.ts';
import { unmanagedLetter } from './company-letters.ts';

const MINUTE_MS = 60_000;
/** So many companies are told of in one transaction. */
const AT_ONCE = 20;

interface TellParts {
  config: Config;
  database: Database;
  mail: Mail;
  settings: SettingsStore;
}

/** Tells the admins, by the clock, of companies whose last manager's account was removed. */
export function tellUnmanagedJob(parts: TellParts): ScheduledJob {
  return {
    name: 'companies-without-manager',
    everyMs: MINUTE_MS,
    withinMs: 10 * MINUTE_MS,
    run: () => tellUnmanaged(parts),
  };
}

/** Writes to the admins of each company that has lost its last manager since they were last told. */
export async function tellUnmanaged({ config, database, mail, settings }: TellParts): Promise<void> {
  const { company: shop, languages } = (await settings.read()).settings;
  await transaction(database, async (tx) => {
    const left = await tx
      .select({ id: companies.id, name: companies.name, number: companies.number })
      .from(companies)
      .where(isNotNull(companies.unmanagedAt))
      .limit(AT_ONCE)
      .for('no key update', { skipLocked: true });
    if (left.length === 0) return;
    const admins = await staffWho(tx, 'users');
    for (const company of left) {
      const said = { name: company.name, number: formatCompanyNumber(company.number) };
      const url = `${config.baseUrl}/dashboard/companies/${company.id}`;
      for (const admin of admins) {
        const say = sayIn(languageFor(languages, admin.language));
        await mail.queue(tx, unmanagedLetter({ say, shop: shop.name }, admin, said, url));
      }
      await tx
        .update(companies)
        .set({ unmanagedAt: sql`null` })
        .where(eq(companies.id, company.id));
    }
  });
}
