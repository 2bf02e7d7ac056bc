import { eq } from 'drizzle-orm';
import { AppError } from '#server/http/app-error.ts';
import { users } from '#server/people/people.sql.ts';
import type { NewInvitation } from '#contract/users.ts';
import { invitationLetter, staffLetter } from '#server/identity/letters.ts';
import { createLimits } from '#server/http/limits.ts';
import type { Parts } from '#server/http/parts.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { SettingsStore } from '#server/settings/settings.ts';
import { INVITATION_DAYS } from './invitations.ts';

const DAY = 86_400;

/**
 * Runs what gives somebody rights; where their address is not proved, writes to them how they prove it, and refuses.
 * @throws AppError ADDRESS_NOT_PROVED, and what `give` throws
 */
export async function orInvite<T>(
  { config, database, mail, settings }: Pick<Parts, 'config' | 'database'> & { mail: Mail; settings: SettingsStore },
  email: string,
  give: () => Promise<T>,
): Promise<T> {
  try {
    return await give();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ADDRESS_NOT_PROVED') throw error;
    const limit = { what: 'invitation to', whom: email, max: 3, seconds: DAY };
    const [user] = await database.db.select().from(users).where(eq(users.email, email));
    if (user && (await createLimits(database).take(limit)) === null) {
      const { company } = (await settings.read()).settings;
      await mail.send(invitationLetter(company, user, `${config.baseUrl}/magic-link`));
    }
    throw new AppError(
      'ADDRESS_NOT_PROVED',
      `Nobody has shown yet that ${email} is theirs. We have written to them how they show it; try again afterwards.`,
      { cause: error },
    );
  }
}

/**
 * Writes to somebody who shall work for the shop how they show that the address is theirs, at most three times a day.
 * @throws AppError RATE_LIMITED
 */
export async function writeInvitation(
  { config, database, mail, settings }: Pick<Parts, 'config' | 'database'> & { mail: Mail; settings: SettingsStore },
  { email, role }: NewInvitation,
): Promise<void> {
  const limit = { what: 'invitation to', whom: email, max: 3, seconds: DAY };
  const retryAfter = await createLimits(database).take(limit);
  if (retryAfter !== null) {
    throw new AppError(
      'RATE_LIMITED',
      `We have written to ${email} three times today. The invitation stands all the same.`,
      {
        retryAfter,
      },
    );
  }
  const { company } = (await settings.read()).settings;
  await mail.send(
    staffLetter({ email, role, shop: company.name, days: INVITATION_DAYS }, `${config.baseUrl}/magic-link`),
  );
}
