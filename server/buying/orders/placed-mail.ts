import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { eq } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import { deliverTo } from './deliver-to.ts';
import { onAccountWords } from './on-account-words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { wordsOf } from '#server/engine/words/words.ts';
import { letter } from '#server/people/mail/letter.ts';
import { discountLines, lineRows, surchargeRow, transferLines } from '#server/people/mail/named-lines.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { discountedSumsOf } from '#server/buying/ledger/discount-offers.ts';
import { orderLetters } from '#server/buying/order-tables/order-letters.sql.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** Tells a customer what was ordered for them on the telephone, with the order itself, so that there is one letter for it. */
export async function queuePlacedLetter(
  tx: Tx,
  { mail, config }: Pick<Parts, 'config'> & { mail: Mail },
  order: Order,
  userId: string,
): Promise<void> {
  // It comes instead of the confirmation that every order waits for: nobody is told twice.
  await tx.delete(orderLetters).where(eq(orderLetters.orderId, order._id));
  const shop = await settingsNow(tx);
  const { company } = shop;
  const say = wordsOf(shop, order.language);
  const held =
    order.holdUntil === undefined
      ? []
      : [say('We are holding it for you until {day}.', { day: say.day(order.holdUntil) })];
  const owed = order.state !== 'open' ? [] : [onAccountWords(order, say)];
  const discounts = order.onAccount ? await discountedSumsOf(tx, order._id) : [];
  await mail.queue(
    tx,
    letter({
      say,
      to: order.email,
      about: 'order',
      userId,
      from: company.name,
      heading: say('We placed order {number} for you', { number: order.number }),
      paragraphs: [say('Dear {name}, as agreed, we have placed this order for you:', { name: plainName(order.name) })],
      order: {
        lines: lineRows(order.lines, say, order.lineCount, (name, { price }) => [name, say.money(price)]),
        sums: [
          [say('Delivery, {way}', { way: order.deliveryName }), say.money(order.freight)],
          ...surchargeRow(order, say),
          ...(order.tax > 0 ? [[order.taxName ?? say('Tax'), say.money(order.tax)] satisfies [string, string]] : []),
          [say('Total'), say.money(order.price)],
        ],
      },
      afterwards: [
        deliverTo(order, say),
        ...held,
        ...owed,
        ...discountLines(discounts, say),
        ...transferLines(company.bankAccount, order.number, say, say("Or by card, on the order's page.")),
        order.state === 'open'
          ? say('You can find it and its invoices in your orders.')
          : say('You can find it in your orders, where you can change, pay or delete it.'),
      ],
      action: {
        label: order.state === 'open' ? say('View your order') : say('View and pay your order'),
        url: `${config.baseUrl}/dashboard/orders/${order._id}`,
      },
      own: ownWords(shop, 'order', orderFacts(order, say)),
      reason: say(
        'You are receiving this e-mail because somebody at {shop} placed an order for you. If you did not ask for it, delete it there or contact us.',
        { shop: company.name },
      ),
    }),
  );
}
