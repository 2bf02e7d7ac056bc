import { company } from '#content/company.ts';
import type { ShopDays } from '#contract/working-days.ts';
import { type Awaited, datesFrom, leavesOn, leavesWith } from '#contract/buying/delivery-dates.ts';
import { type Day, dayOf } from '#contract/days.ts';
import { centsToMoney } from '#contract/money.ts';
import { addMoney } from '#contract/money-sums.ts';
import { standing } from '#contract/money/payment-words.ts';
import type { Approval } from '#contract/buying/approvals.ts';
import { lineCents } from '#contract/buying/line-cents.ts';
import { saidIn } from '#contract/buying/units.ts';
import type { Order, OrderLine } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import { stateOf } from './order-state.ts';
import type { OrderMoney } from './order-money.ts';
import type { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';

type OrderRow = Omit<
  typeof orders.$inferSelect,
  'weightGrams' | 'idempotencyKey' | 'idempotencyHash' | 'closedAt' | 'openedAt' | 'nothingLeft'
>;
export type LineRow = Pick<
  typeof orderLines.$inferSelect,
  'toolId' | 'toolName' | 'sku' | 'buyerNumber' | 'unitPriceCents' | 'priceUnit' | 'quantity' | 'pack'
> & {
  /** Pieces of it that are to come, by day; none where it is not said. */
  awaited?: { quantity: number; day: Day }[] | null;
};

/** Pieces of all lines of an order that are to come, with their first and last day. */
export interface Awaits {
  pieces: number;
  first: Day;
  last: Day;
}

/** An order with what belongs to it, as far as it is shown. */
export interface OrderParts extends OrderMoney {
  order: OrderRow;
  /** The first of them at least, by position. */
  lines: LineRow[];
  /** Null: all of it is there. */
  awaits?: Awaits | null;
  shipments?: Shipment[];
  /** Whose days the days of delivery are. */
  shop: ShopDays;
  refundRequest?: Order['refundRequest'];
  approval?: Approval;
}

/** What an order says of its delivery that was placed before there were ways to choose from. */
const FREE_DELIVERY = { delivery: 'standard', deliveryName: 'Standard delivery' };

/**
 * The order as the contract shows it: the one place where that is decided, for every call, list, letter and paper.
 * @param now when an unpaid one would be paid, which the days of its delivery count from
 */
export function presentOrder(
  { order, lines, awaits = null, shipments = [], shop, refundRequest, approval, ...money }: OrderParts,
  now: Date = new Date(),
): Order {
  const [first] = lines;
  if (!first) throw new Error(`the order ${order.id} has no line`);
  const others = order.lineCount - 1;
  const { refunded, invoices = [], transfer, payments = [], overpaid = 0 } = money;
  const [invoice] = invoices;
  const shipped = piecesShipped(shipments);
  const today = dayOf(now, shop.timeZone);
  return {
    _id: order.id,
    number: String(order.number),
    userId: order.userId,
    name: order.name,
    email: order.email,
    address: order.address,
    phone: order.phone,
    tool: others === 0 ? first.toolName : `${first.toolName} and ${others.toLocaleString('en-US')} more`,
    toolId: others === 0 ? first.toolId : null,
    lines: lines.map((line) => {
      const given = refunded?.get(line.toolId) ?? { pieces: 0, unshipped: 0 };
      const gone = shipped.get(line.toolId) ?? 0;
      const isClosed =
        (order.totalCents > 0 && order.refundedCents === order.totalCents) || order.restClosedAt !== null;
      const left = isClosed ? 0 : line.quantity - gone - given.unshipped;
      return presentLine(line, {
        shipped: gone,
        refunded: given.pieces,
        left,
        awaited: (line.awaited ?? []).map(({ quantity, day }) => ({ quantity, day: notPast(day, today) })),
      });
    }),
    lineCount: order.lineCount,
    quantity: order.pieces ?? first.quantity,
    goods: centsToMoney(order.totalCents - order.freightCents - order.surchargeCents - order.taxCents),
    freight: centsToMoney(order.freightCents),
    surcharge: centsToMoney(order.surchargeCents),
    tax: centsToMoney(order.taxCents),
    taxName: order.taxName,
    taxPercent: order.taxPercent,
    taxNote: order.taxNote,
    taxCategory: order.taxCategory,
    price: centsToMoney(order.totalCents),
    ...whereItGoes(order, awaits, now, shop),
    companyId: order.companyId,
    orderedBy: { name: order.orderedBy || order.name, email: order.email },
    costCentre: order.costCentre,
    approval: approval ?? null,
    buyerReference: order.buyerReference,
    quoteId: order.quoteId,
    company: order.company,
    vatId: order.vatId,
    vatProof: order.vatProof,
    purchaseOrder: order.purchaseOrder,
    note: order.note,
    language: order.language,
    state: stateOf(order),
    ...howItIsPaid(order, transfer),
    payments,
    ...received(order, payments),
    ...(overpaid === 0 ? {} : { overpaid: centsToMoney(overpaid) }),
    ...(refundRequest === undefined ? {} : { refundRequest }),
    ...(invoice ? { invoiceNumber: invoice.number } : {}),
    invoices,
    ...(order.toInvoiceCents === null ? {} : { toInvoice: centsToMoney(order.toInvoiceCents) }),
    ...(order.refundedCents === 0 ? {} : { refunded: centsToMoney(order.refundedCents) }),
    ...(order.writtenOffCents === 0 ? {} : { writtenOff: centsToMoney(order.writtenOffCents) }),
    ...(order.restClosedAt === null
      ? {}
      : { closed: { at: order.restClosedAt.toISOString(), reason: order.restClosedReason } }),
    shipments,
    fulfilment: order.fulfilment,
    createdAt: order.createdAt.toISOString(),
  };
}

function whereItGoes(order: OrderRow, awaits: Awaits | null, now: Date, shop: ShopDays) {
  const { deliveryDaysFrom: from, deliveryDaysTo: to } = order;
  return {
    country: order.country ?? company.country,
    delivery: order.delivery ?? FREE_DELIVERY.delivery,
    deliveryName: order.deliveryName ?? FREE_DELIVERY.deliveryName,
    deliveryDays: from === null || to === null ? null : ([from, to] as [number, number]),
    parts: order.parts,
    wantedDay: order.wantedDay,
    ...promise(order, awaits, now, shop),
    ...(order.deliveryAddress === null ? {} : { deliveryAddress: order.deliveryAddress }),
    ...(order.invoiceAddress === null ? {} : { invoiceAddress: order.invoiceAddress }),
  };
}

function howItIsPaid(order: OrderRow, transfer: Order['transfer']) {
  return {
    paid: order.state === 'paid' || order.state === 'free',
    ...(order.state === 'unpaid' && order.holdUntil !== null ? { holdUntil: order.holdUntil.toISOString() } : {}),
    ...(order.transactionId === null ? {} : { transactionId: order.transactionId }),
    ...(order.paidAt === null ? {} : { paidAt: order.paidAt.toISOString() }),
    ...(order.state === 'paid' ? { paidBy: order.paidBy ?? 'card' } : {}),
    ...(order.returnId === null ? {} : { returnId: order.returnId }),
    onAccount: order.onAccount,
    dueAt: order.dueOn,
    ...(order.discountCents === 0 ? {} : { cashDiscount: centsToMoney(order.discountCents) }),
    ...(transfer === undefined ? {} : { transfer }),
  };
}

/** What came while a rest is to be paid. */
function received({ state }: OrderRow, payments: Order['payments']): Pick<Order, 'received'> {
  if (state !== 'unpaid' && state !== 'open') return {};
  const came = addMoney(...standing(payments).map(({ amount }) => amount));
  return came === 0 ? {} : { received: came };
}

/** Only what was stored with the order counts, so that no setting changes it later (docs/decisions/405). */
function promise(order: OrderRow, awaits: Awaits | null, now: Date, shop: ShopDays): Pick<Order, 'leaves' | 'arrives'> {
  const { state, deliveryDaysFrom: from, deliveryDaysTo: to } = order;
  const paid = order.releasedAt ?? (state === 'unpaid' ? now : null);
  if (paid === null) return { leaves: null, arrives: null };
  const awaited = awaitedOf(order, awaits, dayOf(now, shop.timeZone));
  const leaves = leavesWith(leavesOn(paid, shop), awaited, order, shop);
  return from === null || to === null ? { leaves, arrives: null } : datesFrom(leaves, [from, to], shop);
}

/** What is late is still expected. */
function notPast(day: Day, today: Day): Day {
  return day < today ? today : day;
}

function awaitedOf(
  { pieces, fulfilment }: Pick<OrderRow, 'pieces' | 'fulfilment'>,
  awaits: Awaits | null,
  today: Day,
): Awaited | null {
  if (!awaits) return null;
  const { first, last } = awaits;
  const isAll = fulfilment !== 'none' || awaits.pieces >= (pieces ?? 0);
  return { first: notPast(first, today), last: notPast(last, today), isAll };
}

function presentLine(line: LineRow, stands: Pick<OrderLine, 'shipped' | 'refunded' | 'left' | 'awaited'>): OrderLine {
  return {
    toolId: line.toolId,
    tool: line.toolName,
    sku: line.sku,
    buyerNumber: line.buyerNumber,
    unitPrice: centsToMoney(line.unitPriceCents),
    quantity: line.quantity,
    ...saidIn(line.quantity, line.pack),
    priceUnit: line.priceUnit,
    price: centsToMoney(Number(lineCents(line.quantity, line.unitPriceCents, line.priceUnit))),
    ...stands,
  };
}

function piecesShipped(shipments: Shipment[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { lines } of shipments)
    for (const { toolId, quantity } of lines) pieces.set(toolId, (pieces.get(toolId) ?? 0) + quantity);
  return pieces;
}
