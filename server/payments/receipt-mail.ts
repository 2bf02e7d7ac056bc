import { formatDollars } from '#contract/money.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { presentOrders } from '#server/orders/orders.ts';
import { orders } from '#server/order-tables/orders.sql.ts';
import type { PaymentParts } from './payment-parts.ts';

/** A letter names so many lines; the receipt has all of them. */
const MOST_LINES = 100;

/** Queues the receipt with the payment itself, so that there is one mail for one payment. */
export async function queueReceipt(tx: Tx, { mail, config }: PaymentParts, orderId: string): Promise<void> {
  if (!mail) return;
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!row) return;
  const [order] = await presentOrders(tx, [row], 'all');
  if (!order) return;
  const total = formatDollars(order.price);
  const shown = order.lines.slice(0, MOST_LINES);
  const more = order.lineCount - shown.length;
  const lines = shown.map(({ tool, sku, quantity, unitPrice, price }): [string, string] => [
    `${quantity.toLocaleString('en-US')} × ${tool}${sku ? ` (${sku})` : ''}`,
    `${formatDollars(unitPrice)} a piece, ${formatDollars(price)}`,
  ]);
  if (more > 0) lines.push([`and ${more.toLocaleString('en-US')} more`, 'all of them are on the receipt']);
  const taxName = order.taxPercent === null ? 'Tax' : `${order.taxName ?? 'Tax'} ${order.taxPercent} %`;
  const facts: [string, string][] = [
    ['Order number', order.number],
    ...(order.invoiceNumber === undefined ? [] : [['Invoice number', order.invoiceNumber] satisfies [string, string]]),
    ...lines,
    ...(order.freight > 0 ? [['Delivery', formatDollars(order.freight)] satisfies [string, string]] : []),
    ...(order.tax > 0 ? [[taxName, formatDollars(order.tax)] satisfies [string, string]] : []),
    ...(order.taxNote === null ? [] : [['Tax', order.taxNote] satisfies [string, string]]),
    ['Total paid', total],
    ...(order.purchaseOrder === '' ? [] : [['Your order number', order.purchaseOrder] satisfies [string, string]]),
    ['Deliver to', [order.name, order.company, order.address].filter((part) => part !== '').join(', ')],
    ['Transaction id', order.transactionId ?? ''],
  ];
  const link = `${config.baseUrl}/dashboard/receipt/${order._id}`;
  await mail.queue(tx, {
    to: order.email,
    ...(row.userId === null ? {} : { userId: row.userId }),
    subject: `Receipt for your order: ${order.tool}`,
    text: [
      `Thank you, ${order.name}. We received ${total}.`,
      '',
      ...facts.map(([name, value]) => `${name}: ${value}`),
      '',
      `Your receipt and invoice: ${link}`,
    ].join('\n'),
    html: `<p>Thank you, ${escapeHtml(order.name)}. We received <strong>${total}</strong>.</p><table>${facts
      .map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
      .join('')}</table><p><a href="${escapeHtml(link)}">Your receipt and invoice</a></p>`,
  });
}

/** What customers and staff typed is text in the mail, never markup (attacks T82). */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
