import type { Language } from '#contract/languages.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { signed } from '#server/people/mail/own-words.ts';
import type { Letter } from '#server/people/mail/sender.ts';

/** What letters about orders are written with. */
export interface LetterSources {
  config: Config;
  mail: Mail;
}

/** What such a letter says; `action` leads to the order where none is given, and nowhere where it is null. */
export type OrderLetterParts = Omit<LetterParts, 'say' | 'from' | 'reason' | 'action'> & {
  subject?: string;
  action?: LetterParts['action'] | null;
};

interface Reader {
  id: string;
  email: string;
  userId: string | null;
  /** That of the order. */
  language: Language;
}

/** A letter to who placed an order, in the order's language. @param shop who writes @param said what is in it */
export function orderLetter(
  baseUrl: string,
  shop: Settings,
  { id, email, userId, language }: Reader,
  said: (say: Words) => OrderLetterParts,
): Letter {
  const { name: from } = shop.company;
  const say = wordsOf(shop, language);
  const { action = { label: say('View your order'), url: `${baseUrl}/dashboard/orders/${id}` }, ...content } =
    said(say);
  return letter({
    say,
    to: email,
    about: 'order',
    userId,
    from,
    ...content,
    ...(action === null ? {} : { action }),
    own: content.own ?? signed(shop),
    reason: say('You are receiving this e-mail because you ordered from {shop}.', { shop: from }),
  });
}

/**
 * Queues a letter to who placed an order, in the transaction of what it tells, so that there is one letter for it.
 * @param said what is in it, by the settings of the shop
 */
export async function queueOrderLetter(
  tx: Tx,
  { config, mail }: LetterSources,
  order: Reader,
  said: (say: Words, shop: Settings) => OrderLetterParts,
): Promise<void> {
  const shop = await settingsNow(tx);
  await mail.queue(
    tx,
    orderLetter(config.baseUrl, shop, order, (say) => said(say, shop)),
  );
}
