import { eq } from 'drizzle-orm';
import { centsToDollars } from '#contract/money.ts';
import type { Tx } from '#server/db/client.ts';
import { orderLines, orders } from '#server/orders/orders.sql.ts';
import type { PaymentParts } from './payment-parts.ts';

/** Queues the receipt with the payment itself, so that there is one mail for one payment. */
export async function queueReceipt(tx: Tx, { mail, config }: PaymentParts, orderId: string): Promise<void> {
  if (!mail) return;
  const [row] = await tx
    .select()
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orders.id, orderId));
  if (!row) return;
  const { orders: order, order_lines: line } = row;
  const total = dollars(order.totalCents);
  const facts: [string, string][] = [
    ['Tool', line.toolName],
    ['Quantity', line.quantity.toLocaleString('en-US')],
    ['Price per piece', dollars(line.unitPriceCents)],
    ['Total paid', total],
    ['Deliver to', `${order.name}, ${order.address}`],
    ['Transaction id', order.transactionId ?? ''],
  ];
  const link = `${config.baseUrl}/dashboard`;
  await mail.queue(tx, {
    to: order.email,
    subject: `Receipt for your order: ${line.toolName}`,
    text: [
      `Thank you, ${order.name}. We received ${total}.`,
      '',
      ...facts.map(([name, value]) => `${name}: ${value}`),
      '',
      `Your orders: ${link}`,
    ].join('\n'),
    html: `<p>Thank you, ${escapeHtml(order.name)}. We received <strong>${total}</strong>.</p><table>${facts
      .map(([name, value]) => `<tr><th align="left">${name}</th><td>${escapeHtml(value)}</td></tr>`)
      .join('')}</table><p><a href="${escapeHtml(link)}">Your orders</a></p>`,
  });
}

function dollars(cents: number): string {
  return centsToDollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** What customers and admins typed is text in the mail, never markup (attacks T82). */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
