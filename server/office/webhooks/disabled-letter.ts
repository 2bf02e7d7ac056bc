import type { Tx } from '#server/engine/db/client.ts';
import { languageFor } from '#contract/languages.ts';
import type { Sentence } from '#contract/sentences.ts';
import { sayIn, saySentence, type Speaker } from '#server/engine/words/say.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { staffWho } from '#server/people/directory/staff.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { shownAddress } from './shown-address.ts';

/** What a letter says that is not about anybody: in the language of whoever reads it. */
type Telling = (
  say: Speaker,
) => Pick<Parameters<typeof letter>[0], 'subject' | 'heading' | 'paragraphs' | 'action' | 'reason'>;

/** Writes to everybody who looks after webhooks and keys. */
export async function writeToStaff(
  tx: Tx,
  mail: Mail,
  tell: Telling,
  who: 'webhooks' | 'punchout' = 'webhooks',
): Promise<void> {
  const { company, languages } = await settingsNow(tx);
  for (const { id, email, language } of await staffWho(tx, who)) {
    const say = sayIn(languageFor(languages, language));
    await mail.queue(tx, letter({ ...tell(say), say, from: company.name, to: email, userId: id, about: 'staff' }));
  }
}

/** Tells everybody who may set it right that an endpoint is told no more. */
export async function queueDisabledLetters(
  tx: Tx,
  mail: Mail,
  { url, because, baseUrl }: { url: string; because: Sentence; baseUrl: string },
): Promise<void> {
  await writeToStaff(tx, mail, (say) => ({
    subject: say('A webhook of your shop was disabled'),
    heading: say('A webhook was disabled'),
    paragraphs: [
      say('The shop no longer sends events to {address}. {because}.', {
        address: shownAddress(url),
        because: saySentence(because, say.language),
      }),
      say('You can resend earlier events once it is enabled. Events until then are not sent to it.'),
    ],
    action: { label: say('View the webhooks'), url: `${baseUrl}/dashboard/webhooks` },
    reason: say('You are receiving this e-mail because you manage the webhooks of this shop.'),
  }));
}

/** Tells everybody who may set it right that a buyer's system is sent no documents any more. */
export async function queueStoppedLetters(
  tx: Tx,
  mail: Mail,
  { url, because, page }: { url: string; because: Sentence; page: string },
): Promise<void> {
  await writeToStaff(
    tx,
    mail,
    (say) => ({
      subject: say("Documents no longer go to a company's system"),
      heading: say('Documents are no longer sent'),
      paragraphs: [
        say('The shop no longer sends order confirmations, ship notices and invoices to {address}. {because}.', {
          address: shownAddress(url),
          because: saySentence(because, say.language),
        }),
        say('Once its address and secret are saved again, what could not be delivered is sent again.'),
      ],
      action: { label: say('View the connections'), url: page },
      reason: say('You are receiving this e-mail because you manage the punch-out connections of this shop.'),
    }),
    'punchout',
  );
}
