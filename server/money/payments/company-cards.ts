import { sentence } from '#contract/sentences.ts';
import { and, eq, notInArray } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import { moneyToCents, centsToMoney } from '#contract/money.ts';
import type { NewCompanyIntent } from '#contract/money/account.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany } from '#server/buying/companies/companies.ts';
import { requireMember } from '#server/buying/companies/membership.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { companyIntents } from '#server/buying/order-tables/payments.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { notConfirmed } from './confirm-order.ts';
import type { PaymentParts } from './payment-parts.ts';
import { beginIntent, type Intent } from './provider.ts';
import { dueFirst, knownDebits, openDebits, settleWith } from './settle-debits.ts';
import { claimIntents, FINAL_STATUSES } from './settle-intent.ts';

type Row = typeof companyIntents.$inferSelect;

/** Nobody keeps a card form open for longer; after it the intent is cancelled, and the page makes another. */
const KEPT_MS = 3_600_000;

/**
 * The client secret of one payment of several invoices, and what they come to. The same invoices get the same one until it is over;
 * another that holds one of them is cancelled, so that nothing is paid twice from two tabs.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, ORDER_PAID, PRICE_MISMATCH, AMOUNT_TOO_SMALL, NUMBERS_UNKNOWN, PAYMENT_UNAVAILABLE; 400 at
 * an invoice that the company does not have
 */
export async function beginCompanyPayment(
  parts: PaymentParts,
  caller: Caller,
  companyId: string,
  wanted: NewCompanyIntent,
): Promise<{ clientSecret: string; amount: number }> {
  const { db } = parts.database;
  await requireMember(db, caller, companyId, 'account');
  const invoices = await leftToPayOfEach(db, companyId, wanted.invoices);
  const amountCents = invoices.reduce((sum, { cents }) => sum + cents, 0);
  const { currency } = await settingsNow(db);
  const amount = centsToMoney(amountCents);
  if (wanted.price !== undefined && moneyToCents(wanted.price) !== amountCents)
    throw new AppError(
      'PRICE_MISMATCH',
      sentence('These invoices come to {amount}.', { amount: { amount, currency } }),
      {
        facts: { price: amount },
        issues: [{ path: 'price', message: sentence('Does not match the total of the invoices') }],
      },
    );
  await requireKnownNumbers(db, 'invoice');
  const same = await clearWay(parts, companyId, invoices);
  if (same) return { clientSecret: same, amount };
  const made = { metadata: { company: companyId }, key: `company-${newId()}`, amountCents, currency };
  const { id, status, clientSecret } = await beginIntent(parts.provider, made);
  await db.insert(companyIntents).values({ id, companyId, amountCents, invoices, clientSecret, status });
  return { clientSecret, amount };
}

/** How much is left to pay of each. @throws AppError ORDER_PAID; 400 at an invoice that the company does not have */
async function leftToPayOfEach(db: Db, companyId: string, numbers: string[]): Promise<Row['invoices']> {
  const known = await knownDebits(db, companyId, numbers);
  const open = await openDebits(db, companyId);
  return numbers.map((number, index) => {
    if (!known.some(({ document }) => document === number))
      throw invalid(`invoices.${index}`, sentence('The company has no such invoice'));
    const cents = open.filter(({ document }) => document === number).reduce((sum, { rest }) => sum + rest, 0);
    if (cents === 0) throw new AppError('ORDER_PAID', sentence('{number} is already paid.', { number }));
    return { number, cents };
  });
}

/** Ends what would pay one of these invoices otherwise. @returns the secret of what pays exactly these, where that is still open */
async function clearWay(
  parts: PaymentParts,
  companyId: string,
  invoices: Row['invoices'],
): Promise<string | undefined> {
  const open = await parts.database.db
    .select()
    .from(companyIntents)
    .where(and(eq(companyIntents.companyId, companyId), notInArray(companyIntents.status, FINAL_STATUSES)));
  const parted = (each: Row['invoices']) =>
    each
      .map(({ number, cents }) => `${number} ${cents}`)
      .toSorted()
      .join('\n');
  let same: string | undefined;
  for (const row of open) {
    if (!row.invoices.some(({ number }) => invoices.some((each) => each.number === number))) continue;
    const isSame = same === undefined && parted(row.invoices) === parted(invoices);
    // The browser's word may have been lost: the provider is asked before anybody pays again.
    const intent = await check(parts, row, isSame ? 'ask' : 'cancel');
    if (intent?.status === 'succeeded')
      throw new AppError('ORDER_PAID', sentence('These invoices were just paid by card.'));
    if (isSame && intent && !FINAL_STATUSES.includes(intent.status)) same = row.clientSecret;
  }
  return same;
}

/**
 * Marks invoices paid if the provider says so; of what the browser sends, only the intent's id is used.
 * @returns modifiedCount 1 where this very call did it, 0 for repeats; and the orders that are paid by it
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, PAYMENT_NOT_CONFIRMED {status}, PAYMENT_UNAVAILABLE
 */
export async function confirmCompanyPayment(
  parts: PaymentParts,
  caller: Caller,
  companyId: string,
  transactionId: string,
): Promise<{ modifiedCount: number; settled: string[] }> {
  const { db } = parts.database;
  await requireMember(db, caller, companyId, 'account');
  const [row] = await db
    .select()
    .from(companyIntents)
    .where(and(eq(companyIntents.id, transactionId), eq(companyIntents.companyId, companyId)));
  const intent = row && (await parts.provider.findIntent(row.id));
  if (intent?.status !== 'succeeded') throw notConfirmed(intent?.status ?? 'unknown');
  const settled = await transaction(parts.database, (tx) => settleCompanyIntent(tx, parts, intent));
  return { modifiedCount: settled?.isNew ? 1 : 0, settled: settled?.orders ?? [] };
}

/**
 * Takes note of how an intent of a company stands; what came is an entry of its account, once, and settles the invoices that it was
 * for. What of them was paid otherwise meanwhile stays as credit.
 * @returns null where the intent is none of a company
 */
export async function settleCompanyIntent(
  tx: Tx,
  parts: PaymentParts,
  intent: Intent,
): Promise<{ isNew: boolean; orders: string[] } | null> {
  const [known] = await tx.select().from(companyIntents).where(eq(companyIntents.id, intent.id));
  if (!known) return null;
  const { id, companyId, invoices } = known;
  await lockCompany(tx, companyId);
  await tx
    .update(companyIntents)
    .set({ status: intent.status })
    .where(and(eq(companyIntents.id, id), notInArray(companyIntents.status, FINAL_STATUSES)));
  const { currency, timeZone } = await settingsNow(tx);
  const none = { isNew: false, orders: [] };
  if (intent.status !== 'succeeded') return none;
  if (intent.currency !== currency.toLowerCase() || intent.receivedCents <= 0) {
    parts.log.error({ intent: id, company: companyId }, 'money came in that does not match the invoices');
    return none;
  }
  const entry = { id: newId(), amountCents: intent.receivedCents };
  const isNew = await enterInLedger(tx, {
    ...entry,
    companyId,
    kind: 'payment',
    method: 'card',
    paymentIntentId: id,
    reference: id,
    document: `Card ${id}`,
  });
  if (!isNew) return none;
  const { orders } = await settleWith(tx, companyId, entry, (open, amountCents) => {
    const asked = invoices.flatMap(({ number, cents }) => {
      const debit = open.find(({ document }) => document === number);
      return debit ? [{ ...debit, rest: Math.min(cents, debit.rest) }] : [];
    });
    return dueFirst(asked, amountCents);
  });
  await tellNews(tx, 'payment.recorded', [entry.id], {
    _id: entry.id,
    companyId,
    orderId: null,
    amount: centsToMoney(entry.amountCents),
    date: dayOf(new Date(), timeZone),
    reference: id,
  });
  return { isNew: true, orders };
}

/** Asks about intents of companies that nobody has asked about lately, and cancels those that are old. @throws where the provider is away */
export async function sweepCompanyIntents(parts: PaymentParts, now: Date): Promise<void> {
  for (;;) {
    const claimed = await claimIntents(parts, companyIntents, now);
    if (claimed.length === 0) return;
    for (const row of claimed)
      await check(parts, row, now.getTime() - row.createdAt.getTime() < KEPT_MS ? 'ask' : 'cancel');
  }
}

/** Asks the provider about an intent, or cancels it, and settles what the answer means. */
async function check(parts: PaymentParts, row: Row, how: 'ask' | 'cancel'): Promise<Intent | null> {
  const { provider, database } = parts;
  const found = how === 'ask' ? await provider.findIntent(row.id) : await provider.cancelIntent(row.id);
  if (found) await transaction(database, (tx) => settleCompanyIntent(tx, parts, found));
  // What the provider does not know cannot be paid.
  else await database.db.update(companyIntents).set({ status: 'canceled' }).where(eq(companyIntents.id, row.id));
  return found;
}
