import type { Settings } from '#contract/office/settings.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';

/** What letters about orders are written with. */
export interface LetterSources {
  config: Config;
  mail: Mail;
}

/** What such a letter says; `action` leads to the order where none is given, and nowhere where it is null. */
export type Said = Omit<LetterParts, 'from' | 'reason' | 'action'> & {
  subject?: string;
  action?: LetterParts['action'] | null;
};

/**
 * Queues a letter to who placed an order, in the transaction of what it tells, so that there is one letter for it.
 * @param say what is in it, by the settings of the shop
 */
export async function queueOrderLetter(
  tx: Tx,
  { config, mail }: LetterSources,
  { id, email, userId }: { id: string; email: string; userId: string | null },
  say: (shop: Settings) => Said,
): Promise<void> {
  const shop = await settingsNow(tx);
  const { name: from } = shop.company;
  const seeOrder = { label: 'See your order', url: `${config.baseUrl}/dashboard/orders/${id}` };
  const { action = seeOrder, ...said } = say(shop);
  await mail.queue(
    tx,
    letter({
      to: email,
      about: 'order',
      userId,
      from,
      ...said,
      ...(action === null ? {} : { action }),
      reason: `You get this letter because you ordered from ${from}.`,
    }),
  );
}
