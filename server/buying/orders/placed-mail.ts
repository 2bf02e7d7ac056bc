import { surchargeRow } from '#contract/buying/small-orders.ts';
import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { eq } from 'drizzle-orm';
import { inCountry } from '#contract/in-country.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/buying/orders.ts';
import { writtenDayOf } from '#contract/days.ts';
import { onAccountWords } from './on-account-words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { letter } from '#server/people/mail/letter.ts';
import { discountLines, lineRows, transferLines } from '#server/people/mail/named-lines.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { discountedSumsOf } from '#server/buying/ledger/discount-offers.ts';
import { orderLetters } from '#server/buying/order-tables/order-letters.sql.ts';
import { plainLines, plainName } from '#server/people/mail/plain-name.ts';

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
  const { company, currency, timeZone } = shop;
  const money = (amount: number) => formatMoney(amount, currency);
  const held =
    order.holdUntil === undefined
      ? []
      : [`We are holding it for you until ${writtenDayOf(order.holdUntil, timeZone)}.`];
  const owed = order.state !== 'open' ? [] : [onAccountWords(order)];
  const discounts = order.onAccount ? await discountedSumsOf(tx, order._id) : [];
  await mail.queue(
    tx,
    letter({
      to: order.email,
      about: 'order',
      userId,
      from: company.name,
      heading: `We placed order ${order.number} for you`,
      paragraphs: [`Dear ${plainName(order.name)}, as agreed, we have placed this order for you:`],
      order: {
        lines: lineRows(order.lines, order.lineCount, (name, { price }) => [name, money(price)]),
        sums: [
          [`Delivery, ${order.deliveryName}`, money(order.freight)],
          ...surchargeRow(order, money),
          ...(order.tax > 0 ? [[order.taxName ?? 'Tax', money(order.tax)] satisfies [string, string]] : []),
          ['Total', money(order.price)],
        ],
      },
      afterwards: [
        `Deliver to: ${plainLines(order.name, order.company, inCountry(order.address, order.country))}`,
        ...held,
        ...owed,
        ...discountLines(discounts, money),
        ...transferLines(company.bankAccount, order.number, "Or by card, on the order's page."),
        order.state === 'open'
          ? 'You can find it and its invoices in your orders.'
          : 'You can find it in your orders, where you can change, pay or delete it.',
      ],
      action: {
        label: order.state === 'open' ? 'View your order' : 'View and pay your order',
        url: `${config.baseUrl}/dashboard/orders/${order._id}`,
      },
      own: ownWords(shop, 'order', orderFacts(order, shop)),
      reason: `You are receiving this e-mail because somebody at ${company.name} placed an order for you. If you did not ask for it, delete it there or contact us.`,
    }),
  );
}
