import { ended, sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import type { NewShipment, Shipment } from '#contract/money/shipments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { isOver, orderNotFound, requireApproved } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { keepFulfilment, leftToShip, type OrderedLine } from './left-to-ship.ts';
import { invoiceDelivery } from '#server/buying/invoices/issue-invoice.ts';
import { paperNumber, takeNumber } from '#server/buying/invoices/take-number.ts';
import { followSettlements } from '#server/buying/order-life/follow-settlements.ts';
import { presentShipment } from '#server/buying/orders/order-shipments.ts';
import { shipmentLines, shipments } from '#server/buying/order-tables/shipments.sql.ts';

/**
 * Ships lines of an order that is paid or owed on account, or all that is left, under the order's lock, so that two people together never ship more
 * than was ordered.
 * @returns the shipment, and whose order it is of
 * @throws AppError ORDER_NOT_FOUND, APPROVAL_NEEDED, ORDER_NOT_PAID, MORE_THAN_ORDERED, NOT_THERE_YET, NUMBERS_UNKNOWN
 */
export async function shipOrder(
  tx: Tx,
  actor: Caller,
  orderId: string,
  wanted: NewShipment,
): Promise<{ shipment: Shipment; userId: string | null }> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  requireApproved(order?.state);
  if (!order || isOver(order.state)) throw orderNotFound();
  if (order.state !== 'paid' && order.state !== 'free' && !(order.state === 'open' && order.onAccount))
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid yet. You can ship it once it is.'));

  const left = await leftToShip(tx, orderId);
  const lines =
    wanted.lines ??
    left.flatMap(({ toolId, left: all, awaited }) => {
      const quantity = order.parts ? all - awaited : all;
      return quantity > 0 ? [{ toolId, quantity }] : [];
    });
  if (lines.length === 0) refuseAwaited(left);
  refuseMoreThanLeft(lines, left);
  refuseNotThere(lines, left);

  const [row] = await tx
    .insert(shipments)
    .values({
      id: newId(),
      orderId,
      number: await noteNumber(tx),
      carrier: wanted.carrier,
      trackingNumber: wanted.trackingNumber ?? null,
      trackingUrl: wanted.trackingUrl ?? null,
      actorId: actor.userId,
      actorEmail: actor.email,
    })
    .returning();
  if (!row) throw new Error('a shipment was not written');
  await tx.insert(shipmentLines).values(lines.map((line) => ({ shipmentId: row.id, ...line })));

  await keepFulfilment(tx, orderId);
  if (order.toInvoiceCents !== null) await invoiceWhatLeft(tx, order, row.id, lines, left);
  await tellNews(tx, 'order.shipped', [orderId], { shipment: row.id });
  await record(tx, actor, 'order.shipped', orderId, {
    number: String(order.number),
    shipment: row.id,
    ...(row.number === null ? {} : { deliveryNote: row.number }),
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    carrier: row.carrier,
    ...(row.trackingNumber === null ? {} : { trackingNumber: row.trackingNumber }),
  });
  return { shipment: presentShipment(row, lines), userId: order.userId };
}

/** An order that is invoiced as it leaves: the invoice comes with the shipment, and what its company has left of the order settles it. */
async function invoiceWhatLeft(
  tx: Tx,
  order: typeof orders.$inferSelect,
  shipmentId: string,
  lines: NonNullable<NewShipment['lines']>,
  left: readonly OrderedLine[],
): Promise<void> {
  const leaving = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]));
  await invoiceDelivery(tx, order, {
    shipmentId,
    lines: left.flatMap((line) => {
      const quantity = leaving.get(line.toolId) ?? 0;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    }),
    isLast: left.every((line) => line.left === (leaving.get(line.toolId) ?? 0)),
  });
  await followSettlements(tx, [order.id]);
}

/**
 * The number of a delivery note of today. Others who ship wait for this transaction's end, so nobody's lock is taken after it.
 * @throws AppError NUMBERS_UNKNOWN
 */
async function noteNumber(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ year: number }>(sql`select extract(year from shop_today())::int as year`);
  const { year } = rows[0]!;
  return paperNumber('delivery-note', year, await takeNumber(tx, 'delivery-note', year));
}

/** @throws AppError NOT_THERE_YET where pieces are left, and all of them are to come */
function refuseAwaited(left: readonly OrderedLine[]): void {
  if (left.some(({ awaited }) => awaited > 0))
    throw new AppError('NOT_THERE_YET', sentence('What is left of this order is not in stock yet.'));
}

/** @throws AppError NOT_THERE_YET with an issue for each line of which pieces are still to come */
function refuseNotThere(lines: NonNullable<NewShipment['lines']>, left: readonly OrderedLine[]): void {
  const leftOf = new Map(left.map((line) => [line.toolId, line]));
  const issues = lines.flatMap(({ toolId, quantity }, index): Complaint[] => {
    const line = leftOf.get(toolId);
    if (!line || quantity <= line.left - line.awaited) return [];
    const there = line.left - line.awaited;
    const message =
      there === 0
        ? sentence('This tool is not in stock yet')
        : sentence('Only {there, number} of this tool are in stock for this order', { there });
    return [{ path: `lines.${index}.quantity`, code: 'NOT_THERE_YET', message, there }];
  });
  const [first] = issues;
  if (!first) return;
  const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, there: first['there'] };
  throw new AppError('NOT_THERE_YET', ended(first.message), { facts, issues });
}

/** @throws AppError MORE_THAN_ORDERED with an issue for each line that is too much */
function refuseMoreThanLeft(lines: NonNullable<NewShipment['lines']>, left: OrderedLine[]): void {
  if (lines.length === 0) {
    throw new AppError('MORE_THAN_ORDERED', sentence('Nothing of this order is left to ship.'), {
      issues: [{ path: 'lines', message: sentence('Nothing is left to ship') }],
    });
  }
  const leftOf = new Map(left.map((line) => [line.toolId, line]));
  const issues = lines.flatMap(({ toolId, quantity }, index): Complaint[] => {
    const line = leftOf.get(toolId);
    if (!line) {
      const message = sentence('This tool is not in the order');
      return [{ path: `lines.${index}.toolId`, code: 'MORE_THAN_ORDERED', message, left: 0 }];
    }
    if (quantity <= line.left) return [];
    const message =
      line.left === 0
        ? sentence('Nothing of this tool is left to ship')
        : sentence('Only {left, number} of this tool are left to ship', { left: line.left });
    return [{ path: `lines.${index}.quantity`, code: 'MORE_THAN_ORDERED', message, left: line.left }];
  });
  const [first] = issues;
  if (!first) return;
  const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, left: first['left'] };
  throw new AppError('MORE_THAN_ORDERED', ended(first.message), { facts, issues });
}
