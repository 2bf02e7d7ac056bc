import { sentence } from '#contract/sentences.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '#server/engine/http/app-error.ts';
import { users } from '#server/people/directory/people.sql.ts';
import type { NewInvitation } from '#contract/office/users.ts';
import { invitationLetter, staffLetter, writingTo } from '#server/people/identity/letters.ts';
import { createLimits, requireWithin } from '#server/engine/http/limits.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { requireRoomForStranger } from '#server/people/mail/to-strangers.ts';
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
      const writing = writingTo((await settings.read()).settings, user.language);
      await mail.send(invitationLetter(writing, user, `${config.baseUrl}/magic-link`));
    }
    throw new AppError(
      'ADDRESS_NOT_PROVED',
      sentence('{email} has not been verified yet. We have e-mailed them how to verify it; try again afterwards.', {
        email,
      }),
      { cause: error },
    );
  }
}

/**
 * Writes to somebody who shall work for the shop how they show that the address is theirs, at most three times a day.
 * @param url signs its reader in, once
 * @throws AppError RATE_LIMITED
 */
export async function writeInvitation(
  { config, database, mail, settings }: Pick<Parts, 'config' | 'database'> & { mail: Mail; settings: SettingsStore },
  {
    caller,
    clientAddress,
    body: { email, role, language },
  }: { caller: Caller; clientAddress: string; body: NewInvitation },
  url: string,
): Promise<void> {
  await requireRoomForStranger({ config, database }, { userId: caller.userId, clientAddress, standing: 'staff' });
  const limit = { what: 'invitation to', whom: email, max: 3, seconds: DAY };
  await requireWithin(
    database,
    limit,
    sentence('We have already e-mailed {email} three times today. The invitation is still valid.', { email }),
  );
  const writing = writingTo((await settings.read()).settings, language);
  await mail.send(staffLetter(writing, { email, role, days: INVITATION_DAYS }, url));
}
