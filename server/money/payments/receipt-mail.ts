import { surchargeRow } from '#contract/buying/small-orders.ts';
import { perPieces } from '#contract/buying/unit-words.ts';
import { inCountry } from '#contract/in-country.ts';
import { cardPaymentId, howItCame, standing } from '#contract/money/payment-words.ts';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { lineRows } from '#server/people/mail/named-lines.ts';
import { payableCents } from '#server/buying/ledger/left-to-pay.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { plainLines, plainName } from '#server/people/mail/plain-name.ts';

/** Queues the receipt with the payment itself, so that there is one mail for one payment. */
export async function queueReceipt(tx: Tx, sources: LetterSources, orderId: string): Promise<void> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!row) return;
  const [order] = await presentOrders(tx, [row], 'all');
  if (!order) return;
  const taxName = order.taxPercent === null ? 'Tax' : `${order.taxName ?? 'Tax'} ${order.taxPercent} %`;
  const facts: [string, string][] = [
    ['Order number', order.number],
    ...(order.invoices.length === 0
      ? []
      : [
          [
            order.invoices.length === 1 ? 'Invoice number' : 'Invoice numbers',
            order.invoices.map(({ number }) => number).join(', '),
          ] satisfies [string, string],
        ]),
    ...(order.taxNote === null ? [] : [['Tax', order.taxNote] satisfies [string, string]]),
    ...(order.purchaseOrder === ''
      ? []
      : [['Your order number', plainName(order.purchaseOrder)] satisfies [string, string]]),
    ['Deliver to', plainLines(order.name, order.company, inCountry(order.address, order.country))],
    ['Transaction id', cardPaymentId(order)],
  ];
  const came = standing(order.payments);
  await queueOrderLetter(tx, sources, row, (shop) => {
    const { currency } = shop;
    const money = (amount: number) => formatMoney(amount, currency);
    const total = money(centsToMoney(payableCents(row) - row.writtenOffCents - row.discountCents));
    const how = came.map(
      (each) =>
        [`Paid ${came.length === 1 ? '' : money(each.amount)}`.trim(), howItCame(each)] satisfies [string, string],
    );
    return {
      subject: `Receipt for your order: ${order.tool}`,
      heading: 'Your receipt',
      paragraphs: [`Thank you, ${plainName(order.name)}. We received ${total}.`],
      order: {
        lines: lineRows(
          order.lines,
          order.lineCount,
          (name, { unitPrice, priceUnit, price }) => [
            `${name} at ${money(unitPrice)}${perPieces(priceUnit)}`,
            money(price),
          ],
          ', all of them are on the receipt',
        ),
        sums: [
          ...(order.freight > 0 ? [['Delivery', money(order.freight)] satisfies [string, string]] : []),
          ...surchargeRow(order, money),
          ...(order.tax > 0 ? [[taxName, money(order.tax)] satisfies [string, string]] : []),
          ['Total paid', total],
        ],
      },
      facts: [
        ...facts,
        ...how,
        ...(order.overpaid === undefined
          ? []
          : [['Overpaid, to be returned', money(order.overpaid)] satisfies [string, string]]),
      ],
      own: ownWords(shop, 'receipt', { ...orderFacts(order, shop), invoiceNumber: order.invoiceNumber ?? '' }),
      action: { label: 'Your receipt and invoice', url: `${sources.config.baseUrl}/dashboard/receipt/${order._id}` },
    };
  });
}
