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
import { judgeVatNumber, type JudgedNumber } from '#server/office/vat-register/vat-proofs.ts';
import { explainRefusal, tooManyOpenOrders } from './explain-refusal.ts';
import { ratesOf } from './order-sums.ts';
import { LOCK_TOOLS } from '#server/catalogue/tools/lock-tools.ts';
import { type Asked, PLACE_ORDER } from './place-statement.ts';
import { type LineRow, type OrderParts, presentOrder } from './present-order.ts';

/** How many orders one customer may place in a minute (attacks T71). */
const ORDERS_PER_MINUTE = 20;

/** A deadlock, a tool that was changed meanwhile, or a refusal whose reason was gone when it was looked for, is tried again this often. */
const ATTEMPTS = 5;

/** Of an order that was written, what it has beyond what its body and terms say. */
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
> & { lines: LineRow[] };

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
  const number = await judgeVatNumber(database, wanted.vatId, shop.vatNumbers);
  const asked = askedFor(customer, wanted, number, { idempotencyKey, rateLimits, shop, holdMs });
  for (let attempt = 1; ; attempt++) {
    const id = newId();
    try {
      const made = await place(database, { ...asked, id });
      if (made)
        return { order: presentOrder(parts({ id, email: customer.email, wanted, terms: asked, made })), isNew: true };
    } catch (error) {
      if (violates(error, 'open_orders_limit')) throw tooManyOpenOrders();
      if (violates(error, 'orders_user_id_users_id_fk'))
        throw new AppError('UNAUTHENTICATED', 'This account no longer exists.');
      const again = isRetryable(error) || violates(error, 'orders_line_count_check');
      if (!violates(error, 'orders_idempotency') && !(again && attempt < ATTEMPTS)) throw error;
    }
    const earlier = await replay(database, customer, wanted, asked);
    if (earlier) return { order: earlier, isNew: false };
    const refusal = await explainRefusal(database, customer, wanted, asked);
    if (refusal) throw refusal;
    if (attempt >= ATTEMPTS)
      throw new AppError('SERVICE_UNAVAILABLE', 'Many people are ordering these tools just now. Please try again.');
  }
}

/** Writes the order, once its tools are locked where there are several; one tool is a queue by itself. */
async function place({ raw, rawTransaction }: Placing, asked: Asked): Promise<Made | undefined> {
  const write = async (query: RawQuery) => (await query<Made>(PLACE_ORDER, [JSON.stringify(asked)], 'place-order'))[0];
  if (asked.lines.length === 1) return write(raw);
  const both = async (query: RawQuery) => {
    await query(LOCK_TOOLS, [asked.lines.map(({ toolId }) => toolId)], 'lock-tools');
    return write(query);
  };
  return rawTransaction ? rawTransaction(({ query }) => both(query)) : both(raw);
}

/** What the statement is asked for, but for the order's id. */
function askedFor(
  customer: Customer,
  wanted: NewOrder,
  { vatCountry, proof }: JudgedNumber,
  { idempotencyKey, rateLimits, shop, holdMs }: PlacingOptions,
): Omit<Asked, 'id'> {
  const {
    deliveryAddress = null,
    invoiceAddress = null,
    company = '',
    vatId = '',
    purchaseOrder = '',
    buyerReference = '',
    note = '',
  } = wanted;
  const { toolId = null, tool = null, quantity } = wanted;
  const terms = termsFor(shop, {
    country: deliveryAddress?.country ?? wanted.country,
    delivery: wanted.delivery,
    vatCountry,
  });
  return {
    lines: wanted.lines ?? [{ toolId, quantity: quantity! }],
    tool: toolId === null ? tool : null,
    rates: ratesOf(terms),
    taxPercent: terms.taxPercent,
    userId: customer.userId,
    claimed: wanted.price === undefined ? null : dollarsToCents(wanted.price),
    mostInAMinute: rateLimits ? ORDERS_PER_MINUTE : null,
    name: wanted.name,
    email: customer.email,
    address: addressOf(wanted),
    phone: wanted.phone,
    company,
    vatId,
    vatProof: proof,
    purchaseOrder,
    buyerReference,
    note,
    country: terms.country,
    taxName: terms.taxName,
    taxNote: terms.taxNote,
    taxCategory: terms.taxCategory,
    holdMs,
    idempotencyKey: idempotencyKey ?? null,
    idempotencyHash: idempotencyKey === undefined ? null : hashOf(wanted),
    deliveryAddress,
    invoiceAddress,
    emptyBasket: wanted.emptyBasket ?? false,
  };
}

/** What an order is made of: what was wanted, by whom, on which terms, and what the statement says of it. */
interface JustMade {
  id: string;
  email: string;
  wanted: NewOrder;
  terms: Pick<OrderParts['order'], 'country' | 'taxName' | 'taxNote' | 'taxCategory' | 'vatProof'>;
  made: Made;
}

/** An order as it is when it is new; a repeat with its key answers this too, whatever happened to it since. */
function parts({ id, email, wanted, terms, made: { lines, ...made } }: JustMade): OrderParts {
  const { name, phone, company = '', vatId = '', purchaseOrder = '', buyerReference = '', note = '' } = wanted;
  const { country, taxName, taxNote, taxCategory, vatProof } = terms;
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
      vatProof,
      purchaseOrder,
      buyerReference,
      note,
      country,
      taxName,
      taxNote,
      taxCategory,
      state: 'unpaid',
      transactionId: null,
      paidAt: null,
      refundedCents: 0,
      fulfilment: 'none',
    },
    lines,
  };
}

/** Where it goes as one text, as carriers and the papers take it. */
function addressOf({ address, deliveryAddress }: NewOrder): string {
  return deliveryAddress ? addressLines(deliveryAddress).join('\n') : (address ?? '');
}

/** The same for bodies that ask for the same, whatever the order and spelling of their fields. All of them count, whatever they are. */
function hashOf(wanted: NewOrder): string {
  const body = JSON.stringify(wanted, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(body).digest('hex');
}

/** The answer that an earlier call with this key gave, as it was then. @throws AppError IDEMPOTENCY_MISMATCH */
async function replay(
  database: Pick<Reader, 'raw'>,
  customer: Customer,
  wanted: NewOrder,
  { idempotencyKey, idempotencyHash }: Pick<Asked, 'idempotencyKey' | 'idempotencyHash'>,
): Promise<Order | null> {
  if (idempotencyKey === null) return null;
  const [made] = await database.raw<
    Made &
      Pick<OrderParts['order'], 'id' | 'email' | 'country' | 'taxName' | 'taxNote' | 'taxCategory' | 'vatProof'> & {
        hash: string;
      }
  >(
    `select o.id, o.idempotency_hash as hash, o.email, o.country, o.tax_name as "taxName", o.tax_note as "taxNote",
       o.tax_category as "taxCategory", o.vat_proof as "vatProof",
       o.number::float8 as number, o.total_cents as "totalCents", o.freight_cents as "freightCents", o.tax_cents as "taxCents",
       o.tax_percent::float8 as "taxPercent", o.delivery, o.delivery_name as "deliveryName",
       o.delivery_days_from as "deliveryDaysFrom", o.delivery_days_to as "deliveryDaysTo", o.line_count as "lineCount",
       o.pieces::float8 as pieces, o.hold_until as "holdUntil", o.created_at as "createdAt",
       (select json_agg(json_build_object('toolId', tool_id, 'toolName', tool_name, 'sku', sku, 'unitPriceCents', unit_price_cents,
         'quantity', quantity) order by position) from order_lines where order_id = o.id) as lines
     from orders o where o.user_id = $1 and o.idempotency_key = $2`,
    [customer.userId, idempotencyKey],
    'replay-order',
  );
  if (!made) return null;
  if (made.hash !== idempotencyHash) {
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order. Use a new key.');
  }
  const { id, email, country, taxName, taxNote, taxCategory, vatProof } = made;
  return presentOrder(parts({ id, email, wanted, terms: { country, taxName, taxNote, taxCategory, vatProof }, made }));
}
