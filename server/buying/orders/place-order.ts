import { sentence } from '#contract/sentences.ts';
import { MAX_OPEN_ORDERS, type NewOrder, type Order } from '#contract/buying/orders.ts';
import { heldUntil, type ShopDays } from '#contract/working-days.ts';
import { type Awaited, leavesOn, leavesWith } from '#contract/buying/delivery-dates.ts';
import type { Day } from '#contract/days.ts';
import { clockOf } from '#contract/buying/stock-to-come.ts';
import { type Language, languageFor } from '#contract/languages.ts';
import { type OrderTerms, type ShopTerms, termsFor } from '#contract/buying/pricing.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { hashOf } from '#server/engine/http/asked.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { judgeCredit, noTerms, openOnAccount } from '#server/buying/account/credit.ts';
import { askForApproval, requireApprover, whyToAsk } from '#server/buying/limits/judge-order.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { judgeVatNumber, type JudgedNumber } from '#server/office/vat-register/vat-proofs.ts';
import { lockCompany, lockCustomer, type LockedToPlace, lockTools } from './lock-to-place.ts';
import { type Buyer, buyerOf } from './order-for-company.ts';
import type { Awaits, LineRow } from './present-order.ts';
import { type Offer, type PlacedLine, type PricedOrder, priceOrder } from './price-order.ts';
import { refuseTooEarly, tooManyAtOnce, tooManyOpenOrders } from './refusals.ts';
import { presentMade, replay, saidOfContact } from './replay-order.ts';
import { type NewOrderRow, writeOrder } from './write-order.ts';

/** How many orders one customer may place in a minute (attacks T71). */
const ORDERS_PER_MINUTE = 20;

/** Whose order it becomes. */
export type Customer = Pick<Caller, 'userId' | 'email' | 'name'>;

/** What an order is placed under. */
export interface PlacingOptions {
  idempotencyKey: string | undefined;
  rateLimits: boolean;
  shop: ShopTerms;
  /** Whether staff place it for the customer, whose address need not be proved then. */
  byStaff?: boolean;
  /** How long an unpaid order holds its stock. */
  holdMs: number;
  /** Whether staff said that its company may owe it, whatever it owes. */
  isCreditOverruled?: boolean;
  /** How one on account is invoiced: as a whole at once, or as it leaves. */
  invoicing?: Settings['invoicing'];
  /** Of a quote that is accepted. */
  offer?: Offer;
}

/**
 * Orders tools and takes their stock: what it needs is locked and read, it is decided on, and it is written. With an
 * idempotency key, a repeat answers the order that the first call made.
 * @returns the order, and whether it was made by this very call
 * @throws AppError the refusals under Orders of the contract
 */
export async function placeOrder(
  tx: Tx,
  customer: Customer,
  wanted: NewOrder,
  options: PlacingOptions,
): Promise<{ order: Order; isNew: boolean }> {
  requireTheirs(wanted, customer);
  const isOnAccount = wanted.pay === 'account';
  if (isOnAccount && wanted.companyId === undefined) throw noTerms();
  const { byStaff = false, shop, offer } = options;
  const { userId } = customer;
  const { raw } = rawInTransaction(tx);

  if (wanted.companyId !== undefined) await lockCompany(raw, wanted.companyId);
  const { now, language: theirs } = await lockCustomer(raw, userId);
  const locked = await lockTools(raw, wanted, userId, options.idempotencyKey);
  if (locked.earlierId !== null)
    return { order: await replay(tx, locked.earlierId, customer, wanted, { byStaff, shop }), isNew: false };
  const buyer = await buyerOf({ raw }, userId, wanted, byStaff);
  const number = await judgeVatNumber({ raw }, wanted.vatId ?? buyer.vatId, shop.vatNumbers);
  const known = new Map(locked.tools.map((tool) => [tool.id, tool]));
  const tools = await forCompany({ raw }, buyer.companyId, shop, known);

  const terms = termsFor(shop, {
    country: wanted.deliveryAddress?.country ?? wanted.country,
    delivery: wanted.delivery,
    vatCountry: number.vatCountry,
  });
  const priced = priceOrder(wanted, tools, terms, { currency: shop.currency, clock: clockOf(now, shop), offer });
  refuseTooEarly(wanted, earliestOf(wanted, priced, now, shop));
  const reasons = await whyToAsk(tx, userId, buyer, priced.totalCents);
  const state = reasons.length > 0 ? 'waiting' : 'unpaid';
  // What a company owes at once is not among its buyer's unpaid orders.
  if (!isOnAccount || state === 'waiting') requireFew(locked);
  if (options.rateLimits && locked.recent >= ORDERS_PER_MINUTE) throw tooManyAtOnce();
  if (state === 'waiting') await requireApprover(tx, userId, buyer.companyId, priced.totalCents);

  const language = languageFor(shop.languages, buyer.language, theirs);
  const order = {
    ...rowOf({ customer, wanted, options, buyer, number, terms, priced, now, language }),
    state,
  } as const;
  const { lines, low } = priced;
  const made = {
    ...order,
    number: await writeOrder(raw, order, lines, { low, emptyBasket: wanted.emptyBasket ?? false }),
  };
  if (state === 'waiting') await askForApproval(tx, order, reasons, { now, shop });
  if (isOnAccount) await judgeCredit(tx, order.id, options.isCreditOverruled);
  const opened = isOnAccount && state === 'unpaid' ? await openOnAccount(tx, order.id) : null;
  return {
    order: presentMade(made, lines.map(withAwaited), awaitsOf(lines), { reasons, opened, shop }),
    isNew: true,
  };
}

/** Pieces of a line that are to come. */
const toCome = ({ shares }: PlacedLine) =>
  shares.flatMap(({ quantity, day }) => (day === null ? [] : [{ quantity, day }]));

const withAwaited = (line: PlacedLine): LineRow => ({ ...line, awaited: toCome(line) });

function awaitsOf(lines: readonly PlacedLine[]): Awaits | null {
  const all = lines.flatMap(toCome);
  const days = all.map(({ day }) => day).toSorted();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  return { pieces: all.reduce((sum, { quantity }) => sum + quantity, 0), first, last };
}

function awaitedOf(lines: readonly PlacedLine[]): Awaited | null {
  const awaits = awaitsOf(lines);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return awaits && { first: awaits.first, last: awaits.last, isAll: awaits.pieces === pieces };
}

/** The first day on which an order can leave, were it paid at once. */
function earliestOf({ parts = false }: NewOrder, { lines }: PricedOrder, now: Date, shop: ShopDays): Day {
  return leavesWith(leavesOn(now, shop), awaitedOf(lines), { parts }, shop);
}

/** @throws AppError USER_MISMATCH */
function requireTheirs({ email }: NewOrder, customer: Customer): void {
  if (email === undefined || email === customer.email) return;
  throw new AppError('USER_MISMATCH', sentence('That is not the e-mail address that you are signed in with.'), {
    issues: [{ path: 'email', message: sentence('Not the e-mail address that you are signed in with') }],
  });
}

/** @throws AppError TOO_MANY_OPEN_ORDERS */
function requireFew({ open }: LockedToPlace): void {
  if (open >= MAX_OPEN_ORDERS) throw tooManyOpenOrders();
}

interface PlacingDecision {
  customer: Customer;
  wanted: NewOrder;
  options: PlacingOptions;
  buyer: Buyer;
  number: JudgedNumber;
  terms: OrderTerms;
  priced: PricedOrder;
  now: Date;
  language: Language;
}

/** What is not invoiced at once is to be invoiced as it leaves; a prepaid order is invoiced when it is paid. */
function howItIsInvoiced({ pay }: NewOrder, { invoicing }: PlacingOptions, totalCents: number) {
  const onAccount = pay === 'account';
  return { onAccount, toInvoiceCents: onAccount && invoicing === 'delivery' && totalCents > 0 ? totalCents : null };
}

/** What is written of it, but for its state. */
function rowOf({ customer, wanted, options, buyer, number, terms, priced, now, language }: PlacingDecision) {
  const { idempotencyKey, holdMs, offer, shop } = options;
  const { lines, pieces, weightGrams, freightCents, surchargeCents, taxCents, totalCents, delivery, days } = priced;
  return {
    id: newId(),
    userId: customer.userId,
    email: customer.email,
    orderedBy: customer.name,
    ...saidOfContact(wanted),
    company: wanted.company ?? buyer.company,
    vatId: wanted.vatId ?? buyer.vatId,
    vatProof: number.proof,
    invoiceAddress: wanted.invoiceAddress ?? buyer.invoiceAddress,
    buyerReference: wanted.buyerReference ?? buyer.buyerReference,
    companyId: buyer.companyId,
    costCentre: buyer.costCentre,
    quoteId: offer?.quoteId ?? null,
    country: terms.country,
    taxPercent: terms.taxPercent === 0 ? null : terms.taxPercent,
    taxName: terms.taxName,
    taxNote: terms.taxNote,
    taxCategory: terms.taxCategory,
    delivery: delivery.id,
    deliveryName: delivery.name,
    deliveryDaysFrom: days?.[0] ?? null,
    deliveryDaysTo: days?.[1] ?? null,
    lineCount: lines.length,
    pieces,
    weightGrams,
    freightCents,
    surchargeCents,
    taxCents,
    totalCents,
    createdAt: now,
    holdUntil: heldUntil(now, holdMs, shop),
    ...howItIsInvoiced(wanted, options, totalCents),
    parts: wanted.parts ?? false,
    wantedDay: wanted.wantedDay ?? null,
    language,
    paidAt: null,
    returnId: null,
    idempotencyKey: idempotencyKey ?? null,
    idempotencyHash: idempotencyKey === undefined ? null : hashOf(wanted),
  } satisfies Omit<NewOrderRow, 'state'>;
}
