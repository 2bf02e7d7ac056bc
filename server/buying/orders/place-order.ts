import { createHash } from 'node:crypto';
import { addressLines } from '#contract/people/address-lines.ts';
import { dollarsToCents } from '#contract/money.ts';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import { type ShopTerms, termsFor } from '#contract/buying/pricing.ts';
import type { Database, RawQuery, Reader } from '#server/engine/db/client.ts';
import { isRetryable, violates } from '#server/engine/db/faults.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { countryOfVatNumber } from '#server/office/tax/vat-numbers.ts';
import { explainRefusal, tooManyOpenOrders } from './explain-refusal.ts';
import { ratesAsJson } from './order-sums.ts';
import { fixedDelivery } from './fixed-delivery.ts';
import { LOCK_TOOLS, placeStatement } from './place-statement.ts';
import { type OrderParts, presentOrder } from './present-order.ts';

/** How many orders one customer may place in a minute (attacks T71). */
const ORDERS_PER_MINUTE = 20;

/** A deadlock, or a refusal whose reason was gone when it was looked for, is tried again this often. */
const ATTEMPTS = 5;

/** Of a row of the statement, what the order has beyond what its body and terms say; the rest is one of its lines. */
type Made = Pick<
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
>;
type Line = OrderParts['lines'][number];

/** Whose order it becomes. */
export type Customer = Pick<Caller, 'userId' | 'email'>;

/** Where it is placed: in a transaction that the caller began, or in one of its own. */
export type Placing = Pick<Reader, 'raw'> & Partial<Pick<Database, 'rawTransaction'>>;

/** What an order is placed under. */
export interface PlacingOptions {
  idempotencyKey: string | undefined;
  rateLimits: boolean;
  shop: ShopTerms;
  /** How long an unpaid order holds its stock. */
  holdMs: number;
}

/**
 * Orders tools and takes their stock. With an idempotency key, a repeat answers the order that the first call made.
 * @returns the order, and whether it was made by this very call
 * @throws AppError the refusals under Orders of the contract
 */
export async function placeOrder(
  database: Placing,
  customer: Customer,
  wanted: NewOrder,
  { idempotencyKey, rateLimits, shop, holdMs }: PlacingOptions,
): Promise<{ order: Order; isNew: boolean }> {
  if (wanted.email !== undefined && wanted.email !== customer.email) {
    throw new AppError('USER_MISMATCH', 'That is not the e-mail address that you are signed in with.', {
      issues: [{ path: 'email', message: 'Not the e-mail address that you are signed in with' }],
    });
  }
  const { deliveryAddress = null, invoiceAddress = null } = wanted;
  const terms = termsFor(shop, {
    country: deliveryAddress?.country ?? wanted.country,
    delivery: wanted.delivery,
    vatCountry: countryOfVatNumber(wanted.vatId),
  });
  const claimed = wanted.price === undefined ? null : dollarsToCents(wanted.price);
  const hash = idempotencyKey === undefined ? null : hashOf(wanted);
  const limit = rateLimits ? ORDERS_PER_MINUTE : null;
  const [ids, quantities, ofName] = askedFor(wanted);
  const asked = [ids, quantities, ofName, ratesAsJson(terms), terms.taxPercent];
  const isOne = ids.length === 1;
  const fixed = isOne ? fixedDelivery(terms) : null;
  const { name, sql } = placeStatement(fixed ? 'plain' : isOne ? 'one' : 'many', wanted.emptyBasket ?? false);
  const sought = fixed ? [ids[0], quantities[0], ofName, fixed.freightCents, terms.taxPercent] : asked;
  const carried = fixed ? [fixed.id, fixed.name, ...fixed.days] : [];
  // What the leaner statement does not read back.
  const known = fixed && {
    quantity: quantities[0]!,
    pieces: quantities[0]!,
    lineCount: 1,
    freightCents: fixed.freightCents,
    taxPercent: terms.taxPercent || null,
    delivery: fixed.id,
    deliveryName: fixed.name,
    deliveryDaysFrom: fixed.days[0],
    deliveryDaysTo: fixed.days[1],
  };
  for (let attempt = 1; ; attempt++) {
    const id = newId();
    try {
      const params = [
        ...sought, claimed, customer.userId, limit, id, wanted.name, customer.email, addressOf(wanted), wanted.phone,
        wanted.company ?? '', wanted.vatId ?? '', wanted.purchaseOrder ?? '', wanted.note ?? '',
        terms.country, terms.taxName, terms.taxNote, holdMs, idempotencyKey ?? null, hash,
        deliveryAddress && JSON.stringify(deliveryAddress), invoiceAddress && JSON.stringify(invoiceAddress), ...carried,
      ]; // prettier-ignore
      const place = (query: RawQuery) => query<Made & Line>(sql, params, name);
      const rows = isOne ? await place(database.raw) : await withToolsLocked(database, ids, place);
      const lines = known ? rows.map((row) => ({ ...row, ...known })) : rows;
      const [made] = lines;
      if (made)
        return {
          order: presentOrder(parts({ id, email: customer.email, wanted, terms, made, lines, shop })),
          isNew: true,
        };
    } catch (error) {
      if (violates(error, 'open_orders_limit')) throw tooManyOpenOrders();
      if (violates(error, 'orders_user_id_users_id_fk'))
        throw new AppError('UNAUTHENTICATED', 'This account no longer exists.');
      if (!violates(error, 'orders_idempotency') && !(isRetryable(error) && attempt < ATTEMPTS)) throw error;
    }
    const earlier = await replay(database, customer, wanted, shop, idempotencyKey, hash);
    if (earlier) return { order: earlier, isNew: false };
    const refusal = await explainRefusal(database, customer, wanted, {
      asked,
      claimed,
      limit,
      currency: shop.currency,
    });
    if (refusal) throw refusal;
    if (attempt >= ATTEMPTS)
      throw new AppError('SERVICE_UNAVAILABLE', 'Many people are ordering these tools just now. Please try again.');
  }
}

/**
 * Places an order of many lines once its tools are locked. A statement sees the tables as they were when it began: one that
 * locked and took in itself could find what others had changed while it waited (docs/decisions/361-order-of-locks.md).
 */
async function withToolsLocked<T>(
  { raw, rawTransaction }: Placing,
  ids: (string | null)[],
  place: (query: RawQuery) => Promise<T>,
): Promise<T> {
  const both = async (query: RawQuery) => {
    await query(LOCK_TOOLS, [ids], 'lock-tools');
    return place(query);
  };
  return rawTransaction ? rawTransaction(({ query }) => both(query)) : both(raw);
}

/** The ids, quantities and name of the tools that are asked for, as the statements take them. */
function askedFor({ lines, toolId, tool, quantity }: NewOrder): [(string | null)[], number[], string | null] {
  if (lines) return [lines.map((line) => line.toolId), lines.map((line) => line.quantity), null];
  return [[toolId ?? null], [quantity!], toolId === undefined ? (tool ?? null) : null];
}

/** What an order is made of: what was wanted, by whom, on which terms, and what the statement says of it and of its lines. */
interface JustMade {
  id: string;
  email: string;
  wanted: NewOrder;
  terms: Pick<OrderParts['order'], 'country' | 'taxName' | 'taxNote'>;
  made: Made;
  lines: Line[];
  shop: Pick<ShopTerms, 'timeZone'>;
}

/** An order as it is when it is new; a repeat with its key answers this too, whatever happened to it since. */
function parts({ id, email, wanted, terms, made, lines, shop }: JustMade): OrderParts {
  const { name, phone, company = '', vatId = '', purchaseOrder = '', note = '' } = wanted;
  const { country, taxName, taxNote } = terms;
  return {
    order: {
      ...made,
      id,
      name,
      email,
      address: addressOf(wanted),
      deliveryAddress: wanted.deliveryAddress ?? null,
      invoiceAddress: wanted.invoiceAddress ?? null,
      phone,
      company,
      vatId,
      purchaseOrder,
      note,
      country,
      taxName,
      taxNote,
      state: 'unpaid',
      transactionId: null,
      paidAt: null,
      refundedCents: 0,
      fulfilment: 'none',
    },
    lines,
    timeZone: shop.timeZone,
  };
}

/** Where it goes as one text, as carriers and the papers take it. */
function addressOf({ address, deliveryAddress }: NewOrder): string {
  return deliveryAddress ? addressLines(deliveryAddress).join('\n') : (address ?? '');
}

/** The same for bodies that ask for the same, whatever the order and spelling of their fields. */
function hashOf(wanted: NewOrder): string {
  const { name, email, address, phone, tool, toolId, price, quantity, ...rest } = wanted;
  const fields: unknown[] = [name, email, address, phone, tool, toolId, price, quantity];
  const { lines, country, delivery, company, vatId, purchaseOrder, note, emptyBasket } = rest;
  const { deliveryAddress, invoiceAddress, customer } = rest;
  // A body without them has the hash that the version before gave it, so that a key holds through an upgrade.
  const added = [lines, country, delivery, company, vatId, purchaseOrder, note, emptyBasket];
  if (added.some((field) => field !== undefined)) fields.push(...added);
  const later = [deliveryAddress, invoiceAddress, customer];
  if (later.some((field) => field !== undefined)) fields.push({ later });
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** The answer that an earlier call with this key gave, as it was then. @throws AppError IDEMPOTENCY_MISMATCH */
async function replay(
  database: Pick<Reader, 'raw'>,
  customer: Customer,
  wanted: NewOrder,
  shop: Pick<ShopTerms, 'timeZone'>,
  key: string | undefined,
  hash: string | null,
): Promise<Order | null> {
  if (key === undefined) return null;
  const rows = await database.raw<
    Made & Line & Pick<OrderParts['order'], 'id' | 'email' | 'country' | 'taxName' | 'taxNote'> & { hash: string }
  >(
    `select o.id, o.idempotency_hash as hash, o.email, o.country, o.tax_name as "taxName", o.tax_note as "taxNote",
       o.number::float8 as number, o.total_cents as "totalCents", o.freight_cents as "freightCents", o.tax_cents as "taxCents",
       o.tax_percent::float8 as "taxPercent", o.delivery, o.delivery_name as "deliveryName",
       o.delivery_days_from as "deliveryDaysFrom", o.delivery_days_to as "deliveryDaysTo", o.line_count as "lineCount",
       o.pieces::float8 as pieces, o.hold_until as "holdUntil", o.created_at as "createdAt",
       l.tool_id as "toolId", l.tool_name as "toolName", l.sku, l.unit_price_cents as "unitPriceCents", l.quantity
     from orders o join order_lines l on l.order_id = o.id where o.user_id = $1 and o.idempotency_key = $2 order by l.position`,
    [customer.userId, key],
    'replay-order',
  );
  const [row] = rows;
  if (!row) return null;
  if (row.hash !== hash) {
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order. Use a new key.');
  }
  return presentOrder(parts({ id: row.id, email: row.email, wanted, terms: row, made: row, lines: rows, shop }));
}
