import { eq } from 'drizzle-orm';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { lineRows } from '#server/people/mail/named-lines.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { readRefund } from './read-refunds.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { ownWords } from '#server/people/mail/own-words.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** Tells the buyer that money went back, why, for what, and where its credit note is; with the refund itself, so that there is one letter for one refund. */
export async function queueRefundLetter(
  tx: Tx,
  sources: LetterSources,
  orderId: string,
  refundId: string,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
  const refund = await readRefund(tx, refundId);
  const isCredited = row?.method === 'credit';
  const isOwed = isCredited && order.state === 'open';
  const { lines } = refund;
  const note = refund.creditNote;
  await queueOrderLetter(tx, sources, order, (shop) => {
    const { currency } = shop;
    const money = (sum: number) => formatMoney(sum, currency);
    const amount = money(refund.amount);
    return {
      subject: isOwed
        ? `${amount} less to pay for your order ${order.number}`
        : `${amount} of your order ${order.number} ${isCredited ? 'credited' : 'refunded'}`,
      heading: isOwed ? `${amount} less to pay` : `We ${isCredited ? 'credited' : 'are refunding'} you ${amount}`,
      paragraphs: [
        isOwed
          ? `Dear ${plainName(order.name)}, we took ${amount} off what you have to pay for your order ${order.number}.`
          : isCredited
            ? `Dear ${plainName(order.name)}, we credited ${amount} of your order ${order.number} to the account of ${plainName(order.company)}.`
            : `Dear ${plainName(order.name)}, we are refunding ${amount} of your order ${order.number} to where it came from. It can take some days until your bank shows it.`,
        `Reason: ${refund.reason}`,
      ],
      ...(lines.length === 0
        ? {}
        : {
            order: {
              lines: lineRows(
                lines,
                lines.length,
                (name, { price }) => [name, money(price)],
                ', all of them on the credit note',
              ),
              sums: [[isOwed ? 'Taken off' : 'Refunded', amount]],
            },
          }),
      afterwards: note === undefined ? [] : [`Credit note: ${note}. It is on your order's page, as a PDF.`],
      own: ownWords(shop, 'refund', {
        name: order.name,
        company: order.company,
        orderNumber: String(order.number),
        purchaseOrder: order.purchaseOrder,
        total: money(centsToMoney(order.totalCents)),
        amount,
        creditNote: note ?? '',
      }),
      ...(note === undefined ? { action: null } : {}),
    };
  });
}
