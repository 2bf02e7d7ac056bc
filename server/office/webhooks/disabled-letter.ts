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
  who: 'webhooks' | 'punchout' = 'webhooks',
): Promise<void> {
  for (const { id, email } of await staffWho(tx, who))
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

/** Tells everybody who may set it right that a buyer's system is sent no documents any more. */
export async function queueStoppedLetters(
  tx: Tx,
  mail: Mail,
  { url, because, page }: { url: string; because: string; page: string },
): Promise<void> {
  const { company } = await companyNow(tx);
  await writeToStaff(
    tx,
    mail,
    {
      subject: "Documents no longer go to a company's system",
      from: company.name,
      heading: 'Documents are no longer sent',
      paragraphs: [
        `The shop no longer sends order confirmations, ship notices and invoices to ${shownAddress(url)}. ${because}.`,
        'Once its address and secret are saved again, what could not be delivered is sent again.',
      ],
      action: { label: 'View the connections', url: page },
      reason: 'You are receiving this e-mail because you manage the punch-out connections of this shop.',
    },
    'punchout',
  );
}
