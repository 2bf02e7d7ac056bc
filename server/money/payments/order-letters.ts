import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { inArray, sql } from 'drizzle-orm';
import type { BankAccount } from '#contract/money/bank-account.ts';
import type { Words } from '#server/engine/words/words.ts';
import { deliverTo } from '#server/buying/orders/deliver-to.ts';
import { taxNoteIn } from '#server/office/tax/untaxed.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { DiscountedSum } from '#contract/money/payments.ts';
import type { Settings } from '#contract/office/settings.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { discountLines, lineRows, pricedName, surchargeRow, transferLines } from '#server/people/mail/named-lines.ts';
import { discountedSumsOf } from '#server/buying/ledger/discount-offers.ts';
import { onAccountWords } from '#server/buying/orders/on-account-words.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { orderLetter, type OrderLetterParts } from '#server/money/letters/order-letter.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
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
        letters.push(
          orderLetter(baseUrl, shop, waiting[index]!, (say) => confirmation(order, { shop, baseUrl, say }, discounts)),
        );
      }
      await mail.queue(tx, ...letters);
      return due.length;
    });
    if (found < BATCH) return;
  }
}

/** What the letter says that every order waits for. @param discounts what pays its invoice in full until when */
function confirmation(
  order: Order,
  { shop, baseUrl, say }: { shop: Settings; baseUrl: string; say: Words },
  discounts: DiscountedSum[],
): OrderLetterParts {
  const { company, timeZone } = shop;
  const owed = order.state === 'open';
  return {
    heading: headingOf(order, say),
    paragraphs: [...approved(order, say), say('Dear {name}, thank you. You ordered', { name: plainName(order.name) })],
    order: {
      lines: lineRows(
        order.lines,
        say,
        order.lineCount,
        (name, line) => [pricedName(name, line, say), say.money(line.price)],
        (left) => say("and {left, number} more, all of them on the order's page", { left }),
      ),
      sums: sumsOf(order, say),
    },
    afterwards: [
      ...(order.taxNote === null ? [] : [taxNoteIn(order.taxNote, say)]),
      ...(owed ? [onAccountWords(order, say)] : []),
      ...discountLines(discounts, say),
      ...(order.purchaseOrder === ''
        ? []
        : [say('Your order number: {number}', { number: plainName(order.purchaseOrder) })]),
      deliverTo(order, say),
      ...(order.holdUntil === undefined
        ? []
        : [
            say('These pieces are held for you until {time} ({zone}).', {
              time: say.time(order.holdUntil),
              zone: timeZone,
            }),
          ]),
      ...transferTo(order, company.bankAccount, say),
      ...(owed ? [] : [company.bankAccount ? say('Or by card:') : say('Pay by card:')]),
    ],
    own: ownWords(shop, 'order', orderFacts(order, say)),
    action: owed
      ? {
          label: order.invoiceNumber === undefined ? say('View your order') : say('View your order and its invoice'),
          url: `${baseUrl}/dashboard/orders/${order._id}`,
        }
      : { label: say('Pay for the order'), url: `${baseUrl}/dashboard/payment/${order._id}` },
  };
}

function headingOf({ number, approval }: Order, say: Words): string {
  return approval?.state === 'approved'
    ? say('Order {number} is approved', { number })
    : say('We have received your order {number}', { number });
}

function sumsOf(order: Order, say: Words): [name: string, value: string][] {
  const name = order.taxName ?? say('Tax');
  const tax = order.taxPercent === null ? name : `${name} ${say.percent(order.taxPercent)} %`;
  return [
    [say('Goods'), say.money(order.goods)],
    [order.deliveryName, say.money(order.freight)],
    ...surchargeRow(order, say),
    ...(order.tax > 0 ? [[tax, say.money(order.tax)] satisfies [string, string]] : []),
    [order.state === 'open' ? say('Total') : say('To pay'), say.money(order.price)],
  ];
}

/** Where the money goes: nowhere yet where invoices come with the deliveries. */
function transferTo(order: Order, account: BankAccount | null, say: Words): string[] {
  if (order.state !== 'open')
    return transferLines(
      account,
      order.number,
      say,
      say('The pro forma invoice on the payment page has the same on one sheet.'),
    );
  return order.invoiceNumber === undefined ? [] : transferLines(account, order.invoiceNumber, say);
}

/** Who of the company approved it, where somebody had to. */
function approved({ approval }: Order, say: Words): string[] {
  if (approval?.state !== 'approved') return [];
  const who = approval.decidedBy?.name ?? say('Somebody at the company');
  return [
    approval.note === undefined
      ? say('{who} approved it.', { who })
      : say('{who} approved it. They wrote: {note}', { who, note: approval.note }),
  ];
}
