import { cardPaymentId, standing } from '#contract/money/payment-words.ts';
import { centsToMoney } from '#contract/money.ts';
import { eq } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { lineRows, pricedName, surchargeRow } from '#server/people/mail/named-lines.ts';
import { payableCents } from '#server/buying/ledger/left-to-pay.ts';
import { addressLine } from '#server/buying/orders/deliver-to.ts';
import { paymentWay } from '#server/buying/orders/payment-way.ts';
import { taxNoteIn } from '#server/office/tax/untaxed.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

type Row = [name: string, value: string];

/** Queues the receipt with the payment itself, so that there is one mail for one payment. */
export async function queueReceipt(tx: Tx, sources: LetterSources, orderId: string): Promise<void> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!row) return;
  const [order] = await presentOrders(tx, [row], 'all');
  if (!order) return;
  const came = standing(order.payments);
  await queueOrderLetter(tx, sources, row, (say, shop) => {
    const total = say.money(centsToMoney(payableCents(row) - row.writtenOffCents - row.discountCents));
    const taxName = order.taxName ?? say('Tax');
    const tax = order.taxPercent === null ? taxName : `${taxName} ${say.percent(order.taxPercent)} %`;
    return {
      subject: say('Receipt for your order: {tool}', { tool: toolsOf(order, say) }),
      heading: say('Your receipt'),
      paragraphs: [say('Thank you, {name}. We received {total}.', { name: plainName(order.name), total })],
      order: {
        lines: lineRows(
          order.lines,
          say,
          order.lineCount,
          (name, line) => [pricedName(name, line, say), say.money(line.price)],
          (left) => say('and {left, number} more, all of them are on the receipt', { left }),
        ),
        sums: [
          ...(order.freight > 0 ? [[say('Delivery'), say.money(order.freight)] satisfies Row] : []),
          ...surchargeRow(order, say),
          ...(order.tax > 0 ? [[tax, say.money(order.tax)] satisfies Row] : []),
          [say('Total paid'), total],
        ],
      },
      facts: [
        ...orderRows(order, say),
        ...came.map((each): Row => [
          came.length === 1 ? say('Paid') : say('Paid {amount}', { amount: say.money(each.amount) }),
          paymentWay(each, say),
        ]),
        ...(order.overpaid === undefined
          ? []
          : [[say('Overpaid, to be returned'), say.money(order.overpaid)] satisfies Row]),
      ],
      own: ownWords(shop, 'receipt', { ...orderFacts(order, say), invoiceNumber: order.invoiceNumber ?? '' }),
      action: {
        label: say('Your receipt and invoice'),
        url: `${sources.config.baseUrl}/dashboard/receipt/${order._id}`,
      },
    };
  });
}

/** The first tool of an order, and how many others it has. */
function toolsOf({ lines: [first], lineCount }: Order, say: Words): string {
  const tool = first?.tool ?? '';
  return lineCount === 1 ? tool : say('{tool} and {others, number} more', { tool, others: lineCount - 1 });
}

function orderRows(order: Order, say: Words): Row[] {
  const transaction = cardPaymentId(order);
  const numbers = order.invoices.map(({ number }) => number);
  return [
    [say('Order number'), order.number],
    ...(numbers.length === 0
      ? []
      : [[numbers.length === 1 ? say('Invoice number') : say('Invoice numbers'), numbers.join(', ')] satisfies Row]),
    ...(order.taxNote === null ? [] : [[say('Tax'), taxNoteIn(order.taxNote, say)] satisfies Row]),
    ...(order.purchaseOrder === '' ? [] : [[say('Your order number'), plainName(order.purchaseOrder)] satisfies Row]),
    [say('Deliver to'), addressLine(order, say)],
    ...(transaction === '' ? [] : [[say('Transaction id'), transaction] satisfies Row]),
  ];
}
