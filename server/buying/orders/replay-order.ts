import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import type { ShopDays } from '#contract/working-days.ts';
import { addressLines } from '#contract/people/address-lines.ts';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { hashOf } from '#server/engine/http/asked.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { OpenTerms } from '#server/buying/account/credit.ts';
import { approvals, type Reason } from '#server/buying/order-tables/approvals.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { justAsked } from './order-approval.ts';
import type { OrderMoney } from './order-money.ts';
import { companyOfMember } from './order-for-company.ts';
import { partColumns } from './order-parts.ts';
import { type Awaits, type LineRow, presentOrder } from './present-order.ts';
import type { NewOrderRow } from './write-order.ts';

type MadeRow = NewOrderRow & Pick<typeof orders.$inferSelect, 'number'>;

/** What became of an order at once. */
interface Became {
  /** Why it waits for approval. */
  reasons: readonly Reason[];
  /** Where its company owes it. */
  opened: OpenTerms | null;
  shop: ShopDays;
}

/** An order as it is when it is new; a repeat with its key answers this too, whatever happened to it since. */
export function presentMade(
  made: MadeRow,
  lines: LineRow[],
  awaits: Awaits | null,
  { reasons, opened, shop }: Became,
): Order {
  return presentOrder({
    order: {
      ...made,
      ...(opened ? { state: 'open', holdUntil: null } : {}),
      transactionId: null,
      paidAt: null,
      paidBy: null,
      refundedCents: 0,
      creditedCents: 0,
      writtenOffCents: 0,
      discountCents: 0,
      fulfilment: 'none',
      restClosedAt: null,
      restClosedReason: '',
      toInvoiceCents: made.toInvoiceCents === null ? null : made.totalCents,
      dueOn: opened?.dueOn ?? null,
      releasedAt: opened?.openedAt ?? null,
    },
    lines,
    awaits,
    shop,
    ...(opened?.invoice ? invoicedAtOnce(made, opened, opened.invoice) : {}),
    ...(made.state === 'waiting' ? { approval: justAsked(reasons, made.holdUntil) } : {}),
  });
}

/** What an order says of its invoice at the moment in which it is issued. */
function invoicedAtOnce(
  { totalCents }: MadeRow,
  { dueOn }: OpenTerms,
  { number, day }: NonNullable<OpenTerms['invoice']>,
): Pick<OrderMoney, 'invoices'> {
  const price = centsToMoney(totalCents);
  return { invoices: [{ number, day, shipmentId: null, price, dueAt: dueOn, open: price }] };
}

/** What an order says as its body says it, and may be changed later. */
export function saidOfContact({ name, phone, address, deliveryAddress, purchaseOrder, note }: NewOrder) {
  return {
    name,
    phone,
    // As one text, as carriers and the papers take it.
    address: deliveryAddress ? addressLines(deliveryAddress).join('\n') : (address ?? ''),
    deliveryAddress: deliveryAddress ?? null,
    purchaseOrder: purchaseOrder ?? '',
    note: note ?? '',
  } satisfies Partial<NewOrderRow>;
}

/**
 * The answer of the call that made an order, for one that came with the same key.
 * @throws AppError IDEMPOTENCY_MISMATCH; COMPANY_NOT_FOUND where whoever asks no longer belongs to the company
 */
export async function replay(
  tx: Tx,
  orderId: string,
  { userId }: Pick<Caller, 'userId'>,
  wanted: NewOrder,
  { byStaff, shop }: { byStaff: boolean; shop: ShopDays },
): Promise<Order> {
  if (wanted.companyId !== undefined) await companyOfMember(rawInTransaction(tx), userId, wanted.companyId, byStaff);
  const { lines: allLines, awaits: allAwaits } = partColumns('all');
  const [made] = await tx
    .select({
      order: orders,
      lines: allLines,
      awaits: allAwaits,
      asked: { reasons: approvals.reasons, until: approvals.until },
      invoice: sql<OpenTerms['invoice']>`(
        select json_build_object('number', number, 'day', (issued_at at time zone zone)::date)
        from invoices where order_id = ${orders.id} and series = 'invoice' and shipment_id is null)`,
    })
    .from(orders)
    .leftJoin(approvals, eq(approvals.orderId, orders.id))
    .where(eq(orders.id, orderId));
  if (made?.order.idempotencyHash !== hashOf(wanted))
    throw new AppError(
      'IDEMPOTENCY_MISMATCH',
      sentence('This Idempotency-Key was used for another order. Use a new key.'),
    );
  const { order, lines, awaits, asked, invoice } = made;
  const { openedAt } = order;
  // What left since has invoices that the first answer did not have.
  const dueOn = invoice ? order.dueOn : null;
  const opened = order.onAccount && !asked && openedAt !== null ? { openedAt, dueOn, invoice } : null;
  return presentMade(
    {
      ...order,
      ...saidOfContact(wanted),
      state: asked ? 'waiting' : 'unpaid',
      holdUntil: asked?.until ?? order.holdUntil,
    },
    lines,
    awaits,
    { reasons: asked?.reasons ?? [], opened, shop },
  );
}
