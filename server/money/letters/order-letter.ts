import type { Settings } from '#contract/office/settings.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
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
export type OrderLetterParts = Omit<LetterParts, 'from' | 'reason' | 'action'> & {
  subject?: string;
  action?: LetterParts['action'] | null;
};

interface Reader {
  id: string;
  email: string;
  userId: string | null;
}

/** A letter to who placed an order. @param shop who writes */
export function orderLetter(
  baseUrl: string,
  shop: Settings,
  { id, email, userId }: Reader,
  said: OrderLetterParts,
): Letter {
  const { name: from } = shop.company;
  const { action = { label: 'View your order', url: `${baseUrl}/dashboard/orders/${id}` }, ...content } = said;
  return letter({
    to: email,
    about: 'order',
    userId,
    from,
    ...content,
    ...(action === null ? {} : { action }),
    own: said.own ?? signed(shop),
    reason: `You are receiving this e-mail because you ordered from ${from}.`,
  });
}

/**
 * Queues a letter to who placed an order, in the transaction of what it tells, so that there is one letter for it.
 * @param say what is in it, by the settings of the shop
 */
export async function queueOrderLetter(
  tx: Tx,
  { config, mail }: LetterSources,
  order: Reader,
  say: (shop: Settings) => OrderLetterParts,
): Promise<void> {
  const shop = await settingsNow(tx);
  await mail.queue(tx, orderLetter(config.baseUrl, shop, order, say(shop)));
}
