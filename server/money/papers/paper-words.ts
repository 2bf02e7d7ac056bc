import type { OrderLine } from '#contract/buying/orders.ts';
import { inPacks } from '#contract/buying/unit-words.ts';
import { saidIn } from '#contract/buying/units.ts';
import { LOCALES } from '#contract/languages.ts';
import type { Say } from '#contract/messages.ts';
import { filledLines, partyLines } from '#contract/people/address-lines.ts';
import { InvoiceAddress } from '#contract/people/addresses.ts';
import { inCountry } from '#contract/in-country.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { Buyer, Seller } from '#server/buying/order-tables/invoices.sql.ts';
import type { Customs } from './customs.ts';

type CountedLine = Pick<OrderLine, 'quantity' | 'unit' | 'unitName' | 'unitQuantity'>;

/** Pieces of a line, with the packs that they are where they are whole ones: who packs counts those. */
export function inBoth({ quantity, unit, unitName, unitQuantity }: CountedLine, count: number, say: Words): string {
  if (unit === null || unitName === null || unitQuantity === null || count === 0) return say.pieces(count);
  const packs = inPacks(
    saidIn(count, { code: unit, name: unitName, pieces: quantity / unitQuantity }),
    LOCALES[say.language],
  );
  return packs === '' ? say.pieces(count) : `${say.pieces(count)} (${packs})`;
}

/** A tool with the number that its buyer has for it, and what customs ask where it leaves the country. */
export function toolWords(
  { tool, buyerNumber }: { tool: string; buyerNumber?: string | null },
  say: Words,
  customs?: Customs,
): string {
  return filledLines(
    tool,
    buyerNumber ? say('Your number {number}', { number: buyerNumber }) : '',
    customs?.hsCode ? say('HS code {number}', { number: customs.hsCode }) : '',
    customs?.origin ? say('Made in {country}', { country: say.country(customs.origin) }) : '',
  );
}

/** Who sells, as the e-invoice says it: at the address that is given in parts where there is one. */
export function sellerLines({ company }: Seller, say: Words): string {
  const { name, invoiceAddress: parts, registration, vatId } = company;
  return filledLines(
    parts === null
      ? filledLines(name, inCountry(company.address, company.country, say.country))
      : filledLines(...partyLines({ ...parts, name: '', company: name }), say.country(parts.country)),
    registration,
    vatNumber(vatId, say),
    company.phone,
    company.email,
  );
}

/** As a line of an address; nothing where there is none. */
export function vatNumber(vatId: string, say: Say): string {
  return vatId === '' ? '' : say('VAT number {number}', { number: vatId });
}

/** Whom the invoice is to: their invoice address where they gave one. */
export function buyerLines(buyer: Buyer, say: Words): string {
  const own = invoiceAddress(buyer.invoiceAddress, say);
  const party = own ?? filledLines(buyer.company, buyer.name, inCountry(buyer.address, buyer.country, say.country));
  return filledLines(party, vatNumber(buyer.vatId, say), buyer.email);
}

/** An address as one text or in parts; null where there is none. */
function invoiceAddress(address: unknown, say: Words): string | null {
  if (typeof address === 'string') return address === '' ? null : address;
  const parts = InvoiceAddress.safeParse(address);
  return parts.success ? filledLines(...partyLines(parts.data), say.country(parts.data.country)) : null;
}
