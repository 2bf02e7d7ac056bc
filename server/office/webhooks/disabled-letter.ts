import type { Tx } from '#server/engine/db/client.ts';
import { companyNow } from '#server/office/settings/settings.ts';
import { staffWho } from '#server/people/directory/staff.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { shownAddress } from './shown-address.ts';

/** Writes to everybody who looks after webhooks and keys. */
export async function writeToStaff(
  tx: Tx,
  mail: Mail,
  words: Omit<Parameters<typeof letter>[0], 'to' | 'userId' | 'about'>,
): Promise<void> {
  for (const { id, email } of await staffWho(tx, 'webhooks'))
    await mail.queue(tx, letter({ ...words, to: email, userId: id, about: 'staff' }));
}

/** Tells everybody who may set it right that an endpoint is told no more. */
export async function queueDisabledLetters(
  tx: Tx,
  mail: Mail,
  { url, because, baseUrl }: { url: string; because: string; baseUrl: string },
): Promise<void> {
  const { company } = await companyNow(tx);
  await writeToStaff(tx, mail, {
    subject: 'A webhook of your shop was disabled',
    from: company.name,
    heading: 'A webhook was disabled',
    paragraphs: [
      `The shop no longer sends events to ${shownAddress(url)}. ${because}.`,
      'You can resend earlier events once it is enabled. Events until then are not sent to it.',
    ],
    action: { label: 'View the webhooks', url: `${baseUrl}/dashboard/webhooks` },
    reason: 'You are receiving this e-mail because you manage the webhooks of this shop.',
  });
}
