import { asVatIdentifier } from '#contract/office/e-invoice-facts.ts';
import { NOT_TAXED, type TaxCategory } from '#contract/office/tax.ts';
import type { EInvoice, InvoiceTax, Party, PaymentMeans } from '#server/buying/order-tables/e-invoice.ts';
import type { Elements } from './xml.ts';

/** UNCL 1001. */
export function typeCode({ kind }: EInvoice): string {
  return kind === 'invoice' ? '380' : '381';
}

/** What Peppol lets sellers of a country name in place of the codes of others (NL-R-008; DK-R-005): 48 is a bank card, 57 a standing agreement. */
const NATIONAL_MEANS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DK: { '30': '1', '68': '48' },
  NL: { '1': '57', '68': '48' },
};

/** How it is paid, as Peppol lets the seller's country say it. */
export function peppolMeansCode({ payment, seller }: Pick<EInvoice, 'payment' | 'seller'>): string {
  const code = paymentMeansCode(payment);
  return NATIONAL_MEANS[seller.address.country]?.[code] ?? code;
}

/**
 * The terms in words and, where something may be taken off, as XRechnung has programs read it in them (BT-20, BR-DE-18): a line each,
 * the last of which ends.
 */
export function paymentTerms({ terms, cashDiscount = [] }: PaymentMeans): Elements | string {
  if (cashDiscount.length === 0) return terms;
  const lines = cashDiscount.map(({ percent, days }) => `#SKONTO#TAGE=${days}#PROZENT=${percent.toFixed(2)}#\n`);
  return { '#lines': `${terms}\n${lines.join('')}` };
}

/** UNCL 4461: 58 is a SEPA credit transfer, 30 another one, 68 an online payment service, 1 what is not defined. */
export function paymentMeansCode({ how, account }: PaymentMeans): string {
  if (how === 'card') return '68';
  if (account === null) return '1';
  return isIban(account.iban) ? '58' : '30';
}

export function isIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(account);
}

/** UNCL 7161: freight; UNCL 5189: a discount. */
export function extraCode(cents: number): string {
  return cents < 0 ? '95' : 'FC';
}

/** A country as EN 16931 lists them (BR-CL-14): the Canary Islands are Spain's there. */
export function countryCode(code: string): string {
  return code === 'IC' ? 'ES' : code;
}

/** Why there is no tax, as code and words of the VATEX list. */
export function exemption({ category, reason }: InvoiceTax): { code: string; reason: string } | null {
  const codes: Partial<Record<TaxCategory, string>> = { K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' };
  const code = codes[category];
  return code === undefined ? null : { code, reason: reason ?? NOT_TAXED };
}

/** Norway writes MVA behind its numbers (NO-R-001). */
export function vatIdentifier({ vatId }: Pick<Party, 'vatId'>): string {
  const identifier = asVatIdentifier(vatId);
  return /^NO\d{9}$/.test(identifier) ? `${identifier}MVA` : identifier;
}

/** Registers of companies whose numbers Peppol knows by their scheme (ISO 6523), by country, with the form of the number. */
const REGISTERS: Readonly<Record<string, readonly (readonly [form: RegExp, scheme: string, prefix: string])[]>> = {
  DK: [[/^\d{8}$/, '0184', 'DK']],
  IS: [[/^\d{10}$/, '0196', '']],
  NL: [
    [/^\d{8}$/, '0106', ''],
    [/^\d{20}$/, '0190', ''],
  ],
};

/** The number in the register of companies with its scheme, null where that is not known; null where there is no number. */
export function legalIdentifier({ registration, address }: Party): { id: string; scheme: string | null } | null {
  if (registration.trim() === '') return null;
  const digits = registration.replaceAll(/\D/g, '');
  const known = REGISTERS[address.country]?.find(([form]) => form.test(digits));
  return known ? { id: known[2] + digits, scheme: known[1] } : { id: registration, scheme: null };
}

export function taxRegistration({ vatId }: Pick<Party, 'vatId'>): string {
  return vatIdentifier({ vatId }) === '' ? vatId.trim() : '';
}

/**
 * What tells who sells where neither a VAT number nor the register of companies does (BR-CO-26): the number for its own
 * place's tax, else the address by which its buyers know it. Null where those do, empty where nothing does.
 */
export function sellerIdentifier(seller: Party, tax: InvoiceTax): string | null {
  const isKnown = seller.registration !== '' || (tax.category !== 'O' && vatIdentifier(seller) !== '');
  return isKnown ? null : taxRegistration(seller) || seller.contact.email;
}

/** `scheme:id` in its parts. */
export function endpoint(id: string): { scheme: string; id: string } | null {
  const at = id.indexOf(':');
  return at < 1 ? null : { scheme: id.slice(0, at), id: id.slice(at + 1) };
}

/** Cents as an amount, exactly. */
export function amount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function sumOf(items: readonly { cents: number }[]): number {
  return items.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * From when an invoice is for goods of which none had left (BT-73): within the Union the rules ask for a day of supply or for this
 * (BR-IC-11). Null where nobody asks for it.
 */
export function periodStart({ suppliedOn, issuedOn, tax }: EInvoice): string | null {
  return suppliedOn === null && tax.category === 'K' ? issuedOn : null;
}
