import { surchargeRow } from '#contract/buying/small-orders.ts';
import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { inArray, sql } from 'drizzle-orm';
import { inCountry } from '#contract/in-country.ts';
import { writtenTimeOf } from '#contract/days.ts';
import { perPieces } from '#contract/buying/unit-words.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { DiscountedSum } from '#contract/money/payments.ts';
import type { Settings } from '#contract/office/settings.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { discountLines, lineRows, transferLines } from '#server/people/mail/named-lines.ts';
import { discountedSumsOf } from '#server/buying/ledger/discount-offers.ts';
import { onAccountWords } from '#server/buying/orders/on-account-words.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { orderLetter, type OrderLetterParts } from '#server/money/letters/order-letter.ts';
import { plainLines, plainName } from '#server/people/mail/plain-name.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import type { PaymentParts } from './payment-parts.ts';

/** Letters in one transaction. */
const BATCH = 50;

/**
 * Writes to those who have placed an order: what, until when it is held, and how to pay. An order's note goes in the
 * transaction that queues its letter: however many processes look, and whenever one dies, there is one letter.
 */
export async function confirmOrders({
  database,
  mail,
  config,
}: Pick<PaymentParts, 'database' | 'mail' | 'config'>): Promise<void> {
  for (;;) {
    const found = await transaction(database, async (tx) => {
      const { rows: due } = await tx.execute<{ id: string }>(sql`
        delete from order_letters where order_id in (
          select order_id from order_letters order by created_at limit ${BATCH} for update skip locked)
        returning order_id as id`);
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      const rows = await tx.select().from(orders).where(inArray(orders.id, ids));
      // Who has deleted it or paid it meanwhile needs no word on how to pay.
      const waiting = rows.filter(({ state, onAccount }) => state === 'unpaid' || (state === 'open' && onAccount));
      const presented = await presentOrders(tx, waiting, 'all');
      const shop = await settingsNow(tx);
      const { baseUrl } = config;
      const letters: Letter[] = [];
      for (const [index, order] of presented.entries()) {
        const discounts = order.onAccount ? await discountedSumsOf(tx, order._id) : [];
        letters.push(orderLetter(baseUrl, shop, waiting[index]!, confirmation(order, shop, baseUrl, discounts)));
      }
      await mail.queue(tx, ...letters);
      return due.length;
    });
    if (found < BATCH) return;
  }
}

/** What the letter says that every order waits for. @param discounts what pays its invoice in full until when */
export function confirmation(
  order: Order,
  shop: Settings,
  baseUrl: string,
  discounts: DiscountedSum[] = [],
): OrderLetterParts {
  const { company, currency, timeZone } = shop;
  const money = (amount: number) => formatMoney(amount, currency);
  const tax = `${order.taxName ?? 'Tax'}${order.taxPercent === null ? '' : ` ${order.taxPercent} %`}`;
  const owed = order.state === 'open';
  const transfer = owed
    ? order.invoiceNumber === undefined
      ? []
      : transferLines(company.bankAccount, order.invoiceNumber)
    : transferLines(
        company.bankAccount,
        order.number,
        'The pro forma invoice on the payment page has the same on one sheet.',
      );
  return {
    heading: headingOf(order),
    paragraphs: [...approved(order), `Dear ${plainName(order.name)}, thank you. You ordered`],
    order: {
      lines: lineRows(
        order.lines,
        order.lineCount,
        (name, { unitPrice, priceUnit, price }) => [
          `${name} at ${money(unitPrice)}${perPieces(priceUnit)}`,
          money(price),
        ],
        ", all of them on the order's page",
      ),
      sums: [
        ['Goods', money(order.goods)],
        [order.deliveryName, money(order.freight)],
        ...surchargeRow(order, money),
        ...(order.tax > 0 ? [[tax, money(order.tax)] satisfies [string, string]] : []),
        [owed ? 'Total' : 'To pay', money(order.price)],
      ],
    },
    afterwards: [
      ...(order.taxNote === null ? [] : [order.taxNote]),
      ...(owed ? [onAccountWords(order)] : []),
      ...discountLines(discounts, money),
      ...(order.purchaseOrder === '' ? [] : [`Your order number: ${plainName(order.purchaseOrder)}`]),
      `Deliver to: ${plainLines(order.name, order.company, inCountry(order.address, order.country))}`,
      ...(order.holdUntil === undefined
        ? []
        : [`These pieces are held for you until ${writtenTimeOf(order.holdUntil, timeZone)} (${timeZone}).`]),
      ...transfer,
      ...(owed ? [] : [company.bankAccount ? 'Or by card:' : 'Pay by card:']),
    ],
    own: ownWords(shop, 'order', orderFacts(order, shop)),
    action: owed
      ? {
          label: order.invoiceNumber === undefined ? 'View your order' : 'View your order and its invoice',
          url: `${baseUrl}/dashboard/orders/${order._id}`,
        }
      : { label: 'Pay for the order', url: `${baseUrl}/dashboard/payment/${order._id}` },
  };
}

function headingOf({ number, approval }: Order): string {
  return approval?.state === 'approved' ? `Order ${number} is approved` : `We have received your order ${number}`;
}

/** Who of the company approved it, where somebody had to. */
function approved({ approval }: Order): string[] {
  if (approval?.state !== 'approved') return [];
  const who = approval.decidedBy?.name ?? 'Somebody at the company';
  return [`${who} approved it.${approval.note === undefined ? '' : ` They wrote: ${approval.note}`}`];
}
