import { centsToMoney, formatMoney } from '#contract/money.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { letter } from '#server/people/mail/letter.ts';
import { namedLines } from '#server/people/mail/named-lines.ts';
import { owedCents, presentOrders } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import type { PaymentParts } from './payment-parts.ts';

/** Queues the receipt with the payment itself, so that there is one mail for one payment. */
export async function queueReceipt(
  tx: Tx,
  { mail, config }: Pick<PaymentParts, 'mail' | 'config'>,
  orderId: string,
): Promise<void> {
  if (!mail) return;
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!row) return;
  const [order] = await presentOrders(tx, [row], 'all');
  if (!order) return;
  const { company, currency } = await settingsNow(tx);
  const money = (amount: number) => formatMoney(amount, currency);
  const total = money(centsToMoney(owedCents(row)));
  const { named, more } = namedLines(order.lines, order.lineCount);
  const taxName = order.taxPercent === null ? 'Tax' : `${order.taxName ?? 'Tax'} ${order.taxPercent} %`;
  const facts: [string, string][] = [
    ['Order number', order.number],
    ...(order.invoiceNumber === undefined ? [] : [['Invoice number', order.invoiceNumber] satisfies [string, string]]),
    ...(order.taxNote === null ? [] : [['Tax', order.taxNote] satisfies [string, string]]),
    ...(order.purchaseOrder === '' ? [] : [['Your order number', order.purchaseOrder] satisfies [string, string]]),
    ['Deliver to', [order.name, order.company, order.address].filter((part) => part !== '').join(', ')],
    ['Transaction id', order.transactionId ?? ''],
  ];
  await mail.queue(
    tx,
    letter({
      to: order.email,
      about: 'order',
      userId: row.userId,
      subject: `Receipt for your order: ${order.tool}`,
      from: company.name,
      heading: 'Your receipt',
      paragraphs: [`Thank you, ${order.name}. We received ${total}.`],
      order: {
        lines: [
          ...named.map(({ name, line: { unitPrice, price } }): [string, string] => [
            `${name} at ${money(unitPrice)}`,
            money(price),
          ]),
          ...more.map((text): [string, string] => [`${text}, all of them are on the receipt`, '']),
        ],
        sums: [
          ...(order.freight > 0 ? [['Delivery', money(order.freight)] satisfies [string, string]] : []),
          ...(order.tax > 0 ? [[taxName, money(order.tax)] satisfies [string, string]] : []),
          ['Total paid', total],
        ],
      },
      facts,
      action: { label: 'Your receipt and invoice', url: `${config.baseUrl}/dashboard/receipt/${order._id}` },
      reason: `You get this letter because you ordered from ${company.name}.`,
    }),
  );
}
