import { addressLines } from '#contract/people/address-lines.ts';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { hashOf } from '#server/engine/http/asked.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Opened } from '#server/buying/account/credit.ts';
import type { Judged } from '#server/buying/limits/judge-order.ts';
import { justAsked } from './order-approval.ts';
import { type LineRow, type OrderParts, presentOrder } from './present-order.ts';

/** Of an order that was written, what the statement says of it beyond what its body and terms say. */
export type Written = Pick<
  OrderParts['order'],
  | 'number'
  | 'totalCents'
  | 'freightCents'
  | 'taxCents'
  | 'taxPercent'
  | 'delivery'
  | 'deliveryName'
  | 'deliveryDaysFrom'
  | 'deliveryDaysTo'
  | 'lineCount'
  | 'pieces'
  | 'holdUntil'
  | 'createdAt'
  | 'company'
  | 'vatId'
  | 'invoiceAddress'
  | 'companyId'
  | 'orderedBy'
  | 'costCentre'
  | 'buyerReference'
  | 'quoteId'
> & { lines: LineRow[] };

/** The same with what became of it at once; `open` where its firm owes it. */
export type Made = Written &
  Omit<Judged, 'state'> & { state: Judged['state'] | 'open' } & {
    [Fact in keyof Opened]?: Opened[Fact] | null;
  };

/** What an order is made of: what was wanted, by whom, on which terms, and what the statement says of it. */
interface JustMade {
  id: string;
  userId: string;
  email: string;
  wanted: NewOrder;
  terms: Pick<OrderParts['order'], 'country' | 'taxName' | 'taxNote' | 'taxCategory' | 'vatProof'>;
  made: Made;
  /** The shop's, by its IANA name. */
  timeZone: string;
}

/** An order as it is when it is new; a repeat with its key answers this too, whatever happened to it since. */
export function presentMade({
  id,
  userId,
  email,
  wanted,
  terms,
  made: { lines, reasons, invoiceNumber, openedAt, dueOn, ...made },
  timeZone,
}: JustMade): Order {
  const { name, phone, purchaseOrder = '', note = '' } = wanted;
  const { country, taxName, taxNote, taxCategory, vatProof } = terms;
  return presentOrder({
    order: {
      ...made,
      id,
      userId,
      name,
      email,
      address: addressOf(wanted),
      deliveryAddress: wanted.deliveryAddress ?? null,
      phone,
      purchaseOrder,
      note,
      country,
      taxName,
      taxNote,
      taxCategory,
      vatProof,
      transactionId: null,
      paidAt: null,
      paidBy: null,
      refundedCents: 0,
      creditedCents: 0,
      writtenOffCents: 0,
      fulfilment: 'none',
      onAccount: wanted.pay === 'account',
      dueOn: dueOn ?? null,
      releasedAt: openedAt ?? null,
    },
    lines,
    timeZone,
    ...(invoiceNumber ? { invoiceNumber } : {}),
    ...(made.state === 'waiting' ? { approval: justAsked(reasons, made.holdUntil) } : {}),
  });
}

/** Where it goes as one text, as carriers and the papers take it. */
export function addressOf({ address, deliveryAddress }: NewOrder): string {
  return deliveryAddress ? addressLines(deliveryAddress).join('\n') : (address ?? '');
}

/** With which key it was placed, and the shop's time zone. */
interface Replayed {
  idempotencyKey: string | undefined;
  timeZone: string;
}

/** The answer that an earlier call with this key gave, as it was then. @throws AppError IDEMPOTENCY_MISMATCH */
export async function replay(
  database: Pick<Reader, 'raw'>,
  customer: Pick<Caller, 'userId'>,
  wanted: NewOrder,
  { idempotencyKey, timeZone }: Replayed,
): Promise<Order | null> {
  if (idempotencyKey === undefined) return null;
  const [made] = await database.raw<
    Made &
      Pick<OrderParts['order'], 'id' | 'email' | 'country' | 'taxName' | 'taxNote' | 'taxCategory' | 'vatProof'> & {
        hash: string;
      }
  >(
    `select o.id, o.idempotency_hash as hash, o.email, o.country, o.tax_name as "taxName", o.tax_note as "taxNote",
       o.tax_category as "taxCategory", o.vat_proof as "vatProof",
       o.number::float8 as number, o.total_cents as "totalCents", o.freight_cents as "freightCents",
       o.tax_cents as "taxCents",
       o.tax_percent::float8 as "taxPercent", o.delivery, o.delivery_name as "deliveryName",
       o.delivery_days_from as "deliveryDaysFrom", o.delivery_days_to as "deliveryDaysTo", o.line_count as "lineCount",
       o.pieces::float8 as pieces, o.created_at as "createdAt",
       o.company, o.vat_id as "vatId", o.invoice_address as "invoiceAddress", o.company_id as "companyId",
       o.ordered_by as "orderedBy", o.cost_centre as "costCentre", o.buyer_reference as "buyerReference",
       o.quote_id as "quoteId",
       case when a.order_id is not null then 'waiting' when o.on_account then 'open' else 'unpaid' end as state,
       coalesce(a.reasons, '[]') as reasons, coalesce(a.until, o.hold_until) as "holdUntil", opened."openedAt",
       opened."dueOn", opened."invoiceNumber",
       (select json_agg(json_build_object('toolId', tool_id, 'toolName', tool_name, 'sku', sku,
         'buyerNumber', buyer_number, 'unitPriceCents', unit_price_cents,
         'quantity', quantity) order by position) from order_lines where order_id = o.id) as lines
     from orders o left join approvals a on a.order_id = o.id left join lateral (
       select o.opened_at as "openedAt", o.due_on::text as "dueOn",
         (select number from invoices where order_id = o.id and series = 'invoice') as "invoiceNumber"
       where o.on_account and a.order_id is null) opened on true
     where o.user_id = $1 and o.idempotency_key = $2`,
    [customer.userId, idempotencyKey],
    'replay-order',
  );
  if (!made) return null;
  if (made.hash !== hashOf(wanted)) {
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order. Use a new key.');
  }
  const { id, email, country, taxName, taxNote, taxCategory, vatProof } = made;
  const terms = { country, taxName, taxNote, taxCategory, vatProof };
  return presentMade({ id, userId: customer.userId, email, wanted, terms, made, timeZone });
}

/**
 * The answer that an earlier call with this key gave, where its firm, or its buyer for the firm, could not order the same now.
 * @throws what stands in the way, where there was none, or whoever asks no longer belongs to the firm; IDEMPOTENCY_MISMATCH
 */
export async function orReplay(
  database: Pick<Reader, 'raw'>,
  customer: Pick<Caller, 'userId'>,
  wanted: NewOrder,
  options: Replayed,
  refusal: unknown,
): Promise<Order> {
  const stillBelongs = refusal instanceof AppError && refusal.code !== 'COMPANY_NOT_FOUND';
  const earlier = stillBelongs ? await replay(database, customer, wanted, options) : null;
  if (!earlier) throw refusal;
  return earlier;
}
