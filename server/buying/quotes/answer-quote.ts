import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney, MAX_CENTS } from '#contract/money.ts';
import { lineCents } from '#contract/buying/line-cents.ts';
import { type ShopTerms, taxOn, termsFor, unitPrice } from '#contract/buying/pricing.ts';
import { clockOf, orderableOf, promisesOf } from '#contract/buying/stock-to-come.ts';
import { MAX_QUOTE_VERSIONS, type NewQuoteVersion } from '#contract/buying/quotes.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { type KeptOffer, quotes, quoteVersions } from '#server/buying/order-tables/quotes.sql.ts';
import { forCompany, vatIdOf } from '#server/buying/pricing/company-prices.ts';
import { requirePieces } from '#server/buying/pricing/lines-in-pieces.ts';
import { judgeVatNumber } from '#server/office/vat-register/vat-proofs.ts';
import { record } from '#server/people/audit/audit.ts';
import { saidOf, toolsOf, writeWords } from './ask-quote.ts';
import { lockOpenQuote, type LockedQuote } from './lock-quote.ts';
import { sayQuoteNumber } from './read-quotes.ts';

/**
 * Offers prices and freight: the next version of a quote.
 * @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER, QUOTE_FULL, TOOL_NOT_FOUND, UNKNOWN_UNIT, ORDER_TOO_LARGE; 400 at validUntil, lines
 */
export async function offerVersion(
  tx: Tx,
  staff: Caller,
  id: string,
  offer: NewQuoteVersion,
  shop: ShopTerms,
): Promise<void> {
  const quote = await lockOpenQuote(tx, staff, id);
  if (quote.versions >= MAX_QUOTE_VERSIONS)
    throw new AppError(
      'QUOTE_FULL',
      sentence('A quote can have at most {most, number} versions. Request a new quote.', { most: MAX_QUOTE_VERSIONS }),
    );
  await requireDayToCome(tx, offer.validUntil);
  const lines = await offeredLines(tx, quote, offer, shop);
  const sums = await sumsOf(tx, quote, { lines, freightCents: cents(offer.freight) }, shop);
  const version = quote.version + 1;
  const { validUntil, note = '' } = offer;
  await tx.insert(quoteVersions).values({ quoteId: id, version, lines, ...sums, validUntil, note });
  await tx.update(quotes).set({ state: 'offered', version, validUntil }).where(eq(quotes.id, id));
  await writeWords(tx, id, lines);
  await tellNews(tx, 'quote.offered', [id], { version });
  await record(tx, staff, 'quote.offered', id, {
    number: sayQuoteNumber(quote.number),
    version,
    price: centsToMoney(sums.totalCents),
    validUntil,
  });
}

/** Takes back what was offered, or says that nothing will be. @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER */
export async function withdrawQuote(tx: Tx, staff: Caller, id: string): Promise<void> {
  const { number } = await lockOpenQuote(tx, staff, id);
  await tx
    .update(quotes)
    .set({ state: 'withdrawn', closedAt: sql`now()` })
    .where(eq(quotes.id, id));
  await record(tx, staff, 'quote.withdrawn', id, { number: sayQuoteNumber(number) });
}

/** By the database's clock, in the shop's days, as accepting it is. @throws AppError 400 at validUntil */
async function requireDayToCome(tx: Tx, day: string): Promise<void> {
  const { rows } = await tx.execute<{ isPast: boolean }>(sql`select ${day}::date < shop_today() as "isPast"`);
  if (rows[0]?.isPast) throw invalid('validUntil', sentence('An offer must be valid until today or later'));
}

/** The lines with the names, SKUs and list prices of now, and from what they could be served. */
async function offeredLines(
  tx: Tx,
  { companyId }: LockedQuote,
  { lines }: NewQuoteVersion,
  shop: ShopTerms,
): Promise<KeptOffer[]> {
  const tools = await toolsOf(tx, lines);
  const known = await forCompany(rawInTransaction(tx), companyId, shop, tools);
  const { rows } = await tx.execute<{ now: string }>(sql`select now() as now`);
  const clock = clockOf(new Date(rows[0]!.now), shop);
  return requirePieces(lines, tools).map(({ toolId, quantity, pack = null, unitPrice: price }) => {
    const tool = tools.get(toolId)!;
    return {
      toolId,
      tool: tool.name,
      sku: tool.sku,
      buyerNumber: known.get(toolId)?.buyerNumber ?? null,
      quantity,
      ...saidOf(tool, pack),
      unitCents: cents(price),
      listCents: unitPrice(tool, quantity),
      ...(orderableOf(tool) < quantity ? {} : { promises: promisesOf(tool, quantity, clock) }),
    };
  });
}

/** What the offer comes to, taxed as an order of today would be. @throws AppError ORDER_TOO_LARGE; 400 at lines where it is free */
async function sumsOf(
  tx: Tx,
  { companyId, country }: LockedQuote,
  { lines, freightCents }: { lines: KeptOffer[]; freightCents: number },
  shop: ShopTerms,
) {
  const raw = rawInTransaction(tx);
  const { vatCountry } = await judgeVatNumber(
    raw,
    companyId === null ? '' : await vatIdOf(raw, companyId),
    shop.vatNumbers,
  );
  const { taxPercent, taxName, taxNote } = termsFor(shop, { country: country ?? undefined, vatCountry });
  const goods = lines.reduce(
    (sum, { unitCents, quantity, priceUnit = 1 }) => sum + lineCents(quantity, unitCents, priceUnit),
    0n,
  );
  const tax = taxOn(goods + BigInt(freightCents), taxPercent);
  const total = goods + BigInt(freightCents) + tax;
  if (total > BigInt(MAX_CENTS)) {
    const message = sentence('An order can come to {most} at most.', {
      most: { amount: centsToMoney(MAX_CENTS), currency: shop.currency },
    });
    throw new AppError('ORDER_TOO_LARGE', message, { issues: [{ path: 'lines', message }] });
  }
  if (total === 0n) throw invalid('lines', sentence('The total must be more than 0'));
  return { freightCents, taxCents: Number(tax), totalCents: Number(total), taxName, taxNote };
}
