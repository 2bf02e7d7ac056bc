import type { OrderLine } from '#contract/buying/orders.ts';
import { inPacks } from '#contract/buying/unit-words.ts';
import { saidIn } from '#contract/buying/units.ts';
import { writtenDayOf } from '#contract/days.ts';
import { formatMoney } from '#contract/money.ts';
import { filledLines, partyLines } from '#contract/people/address-lines.ts';
import { InvoiceAddress } from '#contract/people/addresses.ts';
import { countryName, inCountry } from '#contract/in-country.ts';
import type { Buyer, Seller } from '#server/buying/order-tables/invoices.sql.ts';

/** How a paper writes money, and the days on which moments fall. */
export interface Words {
  money(amount: number): string;
  /** @param moment ISO 8601 */
  day(moment: string): string;
}

/** @param currency as ISO 4217 has it @param zone whose days count: the shop's when the paper was issued */
export function wordsIn(currency: string, zone: string): Words {
  return { money: (amount) => formatMoney(amount, currency), day: (moment) => writtenDayOf(moment, zone) };
}

export function pieces(quantity: number): string {
  return quantity.toLocaleString('en-US');
}

type CountedLine = Pick<OrderLine, 'quantity' | 'unit' | 'unitName' | 'unitQuantity'>;

/** Pieces of a line, with the packs that they are where they are whole ones: who packs counts those. */
export function inBoth({ quantity, unit, unitName, unitQuantity }: CountedLine, count: number): string {
  if (unit === null || unitName === null || unitQuantity === null || count === 0) return pieces(count);
  const packs = inPacks(saidIn(count, { code: unit, name: unitName, pieces: quantity / unitQuantity }));
  return packs === '' ? pieces(count) : `${pieces(count)} (${packs})`;
}

/** A tool with the number that its buyer has for it. */
export function toolWords({ tool, buyerNumber }: { tool: string; buyerNumber?: string | null }): string {
  return buyerNumber ? `${tool}\nYour number ${buyerNumber}` : tool;
}

/** Who sells, as the e-invoice says it: at the address that is given in parts where there is one. */
export function sellerLines({ company }: Seller): string {
  const { name, invoiceAddress: parts, registration, vatId } = company;
  return filledLines(
    parts === null
      ? filledLines(name, inCountry(company.address, company.country))
      : filledLines(...partyLines({ ...parts, name: '', company: name }), countryName(parts.country)),
    registration,
    vatId === '' ? '' : `VAT number ${vatId}`,
    company.phone,
    company.email,
  );
}

/** Whom the invoice is to: their invoice address where they gave one. */
export function buyerLines(buyer: Buyer): string {
  const own = invoiceAddress(buyer.invoiceAddress);
  const party = own ?? filledLines(buyer.company, buyer.name, inCountry(buyer.address, buyer.country));
  return filledLines(party, buyer.vatId === '' ? '' : `VAT number ${buyer.vatId}`, buyer.email);
}

/** An address as one text or in parts; null where there is none. */
function invoiceAddress(address: unknown): string | null {
  if (typeof address === 'string') return address === '' ? null : address;
  const parts = InvoiceAddress.safeParse(address);
  return parts.success ? filledLines(...partyLines(parts.data), countryName(parts.data.country)) : null;
}
