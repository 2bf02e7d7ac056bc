import { moneyToCents } from '#contract/money.ts';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import { type ShopTerms, termsFor } from '#contract/buying/pricing.ts';
import type { Database, RawQuery, Reader, Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { judgeCredit, noTerms, openOnAccount } from '#server/buying/account/credit.ts';
import { isRetryable, violates } from '#server/engine/db/faults.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { hashOf } from '#server/engine/http/asked.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { judgeVatNumber, type JudgedNumber } from '#server/office/vat-register/vat-proofs.ts';
import { explainRefusal, tooManyOpenOrders } from './explain-refusal.ts';
import { agreedRate, ratesOf } from './order-sums.ts';
import { judgeOrder, lockFirm } from '#server/buying/limits/judge-order.ts';
import { LOCK_TOOLS } from '#server/catalogue/tools/lock-tools.ts';
import { type Asked, PLACE_ORDER } from './place-statement.ts';
import { type Buyer, buyerOf } from './order-for-firm.ts';
import { addressOf, type Made, orReplay, presentMade, replay, type Written } from './replay-order.ts';

/** How many orders one customer may place in a minute (attacks T71). */
const ORDERS_PER_MINUTE = 20;

/** A deadlock, a tool that was changed meanwhile, or a refusal whose reason was gone when it was looked for, is tried again this often. */
const ATTEMPTS = 5;

/** Whose order it becomes. */
export type Customer = Pick<Caller, 'userId' | 'email' | 'name'>;

/** Where it is placed: in a transaction that the caller began, or in one of its own. */
type Placing = Database | (Pick<Reader, 'raw'> & { tx: Tx });

/** What an order is placed under. */
export interface PlacingOptions {
  idempotencyKey: string | undefined;
  rateLimits: boolean;
  shop: ShopTerms;
  /** The IANA name of the shop's. */
  timeZone: string;
  /** Whether staff place it for the customer, whose address need not be proved then. */
  byStaff?: boolean;
  /** How long an unpaid order holds its stock. */
  holdMs: number;
  /** Whether staff said that its firm may owe it, whatever it owes. */
  isCreditOverruled?: boolean;
  /** What its buyer was offered and accepts: the lines carry its prices, and neither minimum nor step is asked for. */
  offer?: Offer;
}

/** Of a quote that is accepted. */
interface Offer {
  quoteId: string;
  freightCents: number;
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
  options: PlacingOptions,
): Promise<{ order: Order; isNew: boolean }> {
  mustBeTheirs(wanted, customer);
  const { byStaff = false, shop, timeZone } = options;
  if (wanted.pay === 'account' && wanted.companyId === undefined) throw noTerms();
  const firm = () => buyerOf(database, customer.userId, wanted, byStaff);
  const before = await firm().catch((error: unknown) => orReplay(database, customer, wanted, options, error));
  if ('_id' in before) return { order: before, isNew: false };
  const number = await judgeVatNumber(database, wanted.vatId ?? before.vatId, shop.vatNumbers);
  const asked = askedFor(customer, wanted, options, before, number);
  for (let attempt = 1; ; attempt++) {
    const id = newId();
    try {
      const made = await place(database, { ...asked, id }, options.isCreditOverruled ?? false);
      if (made)
        return {
          order: presentMade({
            id,
            userId: customer.userId,
            email: customer.email,
            wanted,
            terms: asked,
            made,
            timeZone,
          }),
          isNew: true,
        };
    } catch (error) {
      if (!isAnsweredAfterwards(error, attempt)) throw error;
    }
    const earlier = await replay(database, customer, wanted, options);
    if (earlier) return { order: earlier, isNew: false };
    // Who was taken out meanwhile, or whose firm waits now, learns that.
    await firm();
    const refusal = await explainRefusal(database, customer, wanted, asked, shop.currency);
    if (refusal) throw refusal;
    if (attempt >= ATTEMPTS)
      throw new AppError('SERVICE_UNAVAILABLE', 'Many people are ordering these tools just now. Please try again.');
  }
}

/** @throws AppError USER_MISMATCH */
function mustBeTheirs({ email }: NewOrder, customer: Customer): void {
  if (email === undefined || email === customer.email) return;
  throw new AppError('USER_MISMATCH', 'That is not the e-mail address that you are signed in with.', {
    issues: [{ path: 'email', message: 'Not the e-mail address that you are signed in with' }],
  });
}

/**
 * Whether an error leaves something to answer: an earlier order under the same key, or, while there are attempts left, another.
 * @throws AppError TOO_MANY_OPEN_ORDERS or UNAUTHENTICATED, which need no second look
 */
function isAnsweredAfterwards(error: unknown, attempt: number): boolean {
  if (violates(error, 'open_orders_limit')) throw tooManyOpenOrders();
  if (violates(error, 'orders_user_id_users_id_fk'))
    throw new AppError('UNAUTHENTICATED', 'This account no longer exists.');
  const again = isRetryable(error) || violates(error, 'orders_line_count_check');
  return violates(error, 'orders_idempotency') || (again && attempt < ATTEMPTS);
}

/**
 * Writes the order, once its firm is locked and its tools where there are several; one tool is a queue by itself. What is for a
 * firm is judged by the firm's limits before anybody else sees it.
 */
async function place(database: Placing, asked: Asked, isCreditOverruled: boolean): Promise<Made | undefined> {
  const { companyId, lines, onAccount } = asked;
  const write = async (query: RawQuery) => {
    const [written] = await query<Written>(PLACE_ORDER, [JSON.stringify(asked)], 'place-order');
    return written;
  };
  const isAlone = companyId === null && lines.length === 1;
  if (isAlone) return through(await write('tx' in database ? database.raw : database.write));
  const all = async (query: RawQuery, tx?: Tx) => {
    if (companyId !== null) await lockFirm(query, companyId);
    if (lines.length > 1) await query(LOCK_TOOLS, [lines.map(({ toolId }) => toolId)], 'lock-tools');
    const written = await write(query);
    if (!written || companyId === null) return through(written);
    if (tx && onAccount) await judgeCredit(tx, asked.id, isCreditOverruled);
    const judged = await judgeOrder(query, asked.id);
    if (!tx || !onAccount || judged.state === 'waiting') return { ...written, ...judged };
    return { ...written, ...(await openOnAccount(tx, asked.id)), state: 'open' as const, reasons: [], holdUntil: null };
  };
  if ('tx' in database) return all(database.raw, database.tx);
  if (onAccount) return transaction(database, (tx) => all(rawInTransaction(tx, { savepoints: false }).raw, tx));
  return database.rawTransaction(({ query }) => all(query));
}

/** Nobody has to approve it. */
function through(written: Written | undefined): Made | undefined {
  return written && { ...written, state: 'unpaid', reasons: [] };
}

/** What the statement is asked for, but for the order's id. */
function askedFor(
  customer: Customer,
  wanted: NewOrder,
  { idempotencyKey, rateLimits, shop, timeZone, holdMs, offer }: PlacingOptions,
  buyer: Buyer,
  { vatCountry, proof }: JudgedNumber,
): Omit<Asked, 'id'> {
  const { deliveryAddress = null, purchaseOrder = '', note = '' } = wanted;
  const { company, vatId, invoiceAddress, buyerReference } = { ...buyer, ...said(wanted) };
  const { toolId = null, tool = null, quantity } = wanted;
  const terms = termsFor(shop, {
    country: deliveryAddress?.country ?? wanted.country,
    delivery: wanted.delivery,
    vatCountry,
  });
  return {
    lines: wanted.lines?.map(priced) ?? [{ toolId, quantity: quantity! }],
    tool: toolId === null ? tool : null,
    rates: offer ? [agreedRate(terms, offer)] : ratesOf(terms),
    isAgreed: offer !== undefined,
    taxPercent: terms.taxPercent,
    userId: customer.userId,
    claimed: wanted.price === undefined ? null : moneyToCents(wanted.price),
    mostInAMinute: rateLimits ? ORDERS_PER_MINUTE : null,
    name: wanted.name,
    email: customer.email,
    address: addressOf(wanted),
    phone: wanted.phone,
    company,
    vatId,
    vatProof: proof,
    purchaseOrder,
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
    companyId: buyer.companyId,
    timeZone,
    orderedBy: customer.name,
    costCentre: buyer.costCentre,
    buyerReference,
    quoteId: offer?.quoteId ?? null,
    emptyBasket: wanted.emptyBasket ?? false,
    onAccount: wanted.pay === 'account',
  };
}

/** What an order says of who buys. */
function said({ company, vatId, invoiceAddress, buyerReference }: NewOrder): Partial<Buyer> {
  const given = Object.entries({ company, vatId, invoiceAddress, buyerReference });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** A line with what staff say that a piece of it costs, in cents. */
function priced({ toolId, quantity, unitPrice }: NonNullable<NewOrder['lines']>[number]): Asked['lines'][number] {
  const cents = unitPrice === undefined ? null : moneyToCents(unitPrice);
  return { toolId, quantity, ...(cents === null ? {} : { unitCents: cents }) };
}
