import { type SQL, sql } from 'drizzle-orm';
import { type DiscountOffer, discountOf } from '#contract/money/cash-discount.ts';
import { centsToMoney } from '#contract/money.ts';
import type { DiscountedSum } from '#contract/money/payments.ts';
import type { Db } from '#server/engine/db/client.ts';
import { discountsOf, leftOfDebit } from './left-to-pay.ts';

/** What may still be taken off an invoice from today on; null where nothing may. @param entry what the statement calls the row of the ledger */
export function offersOf(entry: string): SQL<DiscountOffer[] | null> {
  return sql`(select jsonb_agg(term) from jsonb_array_elements(${sql.raw(discountsOf(entry))}) term
    where (term ->> 'until')::date >= (select shop_today()))` as SQL<DiscountOffer[] | null>;
}

/** What an invoice comes to on which days. @param restCents what is open of it */
export function discountedSums(offers: DiscountOffer[], restCents: number): DiscountedSum[] {
  return offers.map(({ percent, until }) => ({
    percent,
    until,
    amount: centsToMoney(restCents - discountOf(restCents, percent)),
  }));
}

/** What pays what is open of an order in full, and until when; empty where it has no cash discount, or several invoices are open. */
export async function discountedSumsOf(db: Db, orderId: string): Promise<DiscountedSum[]> {
  const { rows } = await db.execute<{ offers: DiscountOffer[] | null; rest: string }>(sql`
    select ${offersOf('l')} as offers, ${sql.raw(leftOfDebit('l'))} as rest from ledger l
    where l.order_id = ${orderId} and l.kind = 'invoice'`);
  const [open, ...others] = rows.filter(({ rest }) => Number(rest) > 0);
  return open && others.length === 0 ? discountedSums(open.offers ?? [], Number(open.rest)) : [];
}
