import { ownCompany } from '#content/company.ts';
import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { lineCents } from '#contract/buying/line-cents.ts';
import { saidIn } from '#contract/buying/units.ts';
import { discountOf } from '#contract/money/cash-discount.ts';
import { dayOf, dayPlus, writtenDay } from '#contract/days.ts';
import { InvoiceAddress, type PostalAddress } from '#contract/people/addresses.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { invoices, PaperPart } from '#server/buying/order-tables/invoices.sql.ts';
import type { companies } from '#server/buying/companies/companies.sql.ts';
import type { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';
import type { refundLines, refunds } from '#server/buying/order-tables/payments.sql.ts';
import {
  type EInvoice,
  type InvoiceLine,
  type Party,
  type PartyAddress,
  PIECE,
} from '#server/buying/order-tables/e-invoice.ts';
import { netOf } from './delivery-price.ts';
import { REASONS } from './refund-reasons.ts';

type InvoiceRow = Pick<
  typeof invoices.$inferSelect,
  'number' | 'issuedAt' | 'zone' | 'totalCents' | 'taxCents' | 'buyer' | 'dueOn' | 'part'
>;
/** What a company says of its invoices. */
type CompanyRow = Pick<
  typeof companies.$inferSelect,
  'invoiceAddress' | 'invoiceEmail' | 'peppolId' | 'buyerReference' | 'cashDiscount'
>;
type OrderRow = typeof orders.$inferSelect;
type LineRow = Pick<
  typeof orderLines.$inferSelect,
  'toolId' | 'toolName' | 'sku' | 'buyerNumber' | 'unitPriceCents' | 'priceUnit' | 'quantity' | 'pack'
> & { origin: string | null };

/** What a refund gives back; without lines it is an amount alone. */
export interface RefundFacts extends Pick<typeof refunds.$inferSelect, 'reason'> {
  /** What was kept of it for a return, with its tax; left out: nothing. */
  feeCents?: number;
  lines: Pick<typeof refundLines.$inferSelect, 'toolId' | 'quantity' | 'netCents'>[];
}

/** What an invoice or a credit note is issued from. */
export interface IssuedFrom {
  issued: InvoiceRow;
  order: OrderRow;
  /** That it is for; null for who bought for themselves. */
  company: CompanyRow | null;
  /** All of the order's, by position. */
  lines: LineRow[];
  /** When the last goods of it left the house; null: none did yet. */
  shippedAt: Date | null;
  /** Number of the delivery note of the parcel that an invoice goes with; null: it goes with none. */
  deliveryNote: string | null;
  /** `papers` is what the owner adds to them; those that keep none say nothing more. */
  seller: Pick<Settings, 'company' | 'currency'> & Partial<Pick<Settings, 'papers'>>;
  /** Of a credit note: the invoice that it corrects, and what is given back. */
  credit: { invoice: Pick<InvoiceRow, 'number' | 'issuedAt' | 'zone'>; given: RefundFacts } | null;
}

/** The invoice or credit note as EN 16931 knows it, of an order that is paid or owed. Pure: all it says is in what it is made from. */
export function eInvoiceOf(from: IssuedFrom): EInvoice {
  const { issued, order, company, lines, shippedAt, deliveryNote, seller, credit } = from;
  const issuedOn = dayOf(issued.issuedAt, issued.zone);
  const dueCents = credit === null ? dueOf(issued, order) : 0;
  const dueOn = issued.dueOn ?? order.dueOn;
  const netCents = issued.totalCents - issued.taxCents;
  const goods = issued.part
    ? goodsOfPart(order, lines, { part: issued.part, netCents, credit })
    : credit === null
      ? goodsOf(order, lines)
      : goodsGivenBack(order, lines, credit.given, netCents);
  const country = order.country ?? ownCompany.country;
  return {
    kind: credit === null ? 'invoice' : 'credit-note',
    number: issued.number,
    issuedOn,
    currency: seller.currency,
    corrects:
      credit === null
        ? null
        : { number: credit.invoice.number, issuedOn: dayOf(credit.invoice.issuedAt, credit.invoice.zone) },
    dueOn: dueCents === 0 ? null : (dueOn ?? issuedOn),
    suppliedOn: shippedAt === null ? null : dayOf(shippedAt, issued.zone),
    note: noteOf(
      credit === null ? order.note : (REASONS[credit.given.reason] ?? credit.given.reason),
      seller.papers,
      dueCents > 0,
    ),
    seller: sellerParty(seller.company),
    buyer: buyerParty(order, company, issued.buyer, country),
    deliverTo: {
      name: order.company || order.name,
      address: order.deliveryAddress === null ? inOneText(order.address, country) : inParts(order.deliveryAddress),
    },
    buyerReference: order.buyerReference || (company?.buyerReference ?? ''),
    purchaseOrder: order.purchaseOrder,
    ...foundBy(order, deliveryNote),
    orderNumber: String(order.number),
    ...goods,
    tax: {
      category: order.taxCategory,
      percent: order.taxPercent ?? 0,
      reason: order.taxNote,
      cents: issued.taxCents,
    },
    netCents,
    totalCents: issued.totalCents,
    paidCents: issued.totalCents - dueCents,
    dueCents,
    payment: {
      ...paymentOf({ ...order, dueOn }, issued.number, dueCents, seller.company.bankAccount),
      ...discountsOf(order, company, issuedOn, dueCents),
    },
  };
}

/** Where the buyer books it, and by which note they received it: said where there is any. */
function foundBy(
  { costCentre }: OrderRow,
  deliveryNote: string | null,
): Pick<EInvoice, 'costCentre' | 'despatchAdvice'> {
  return {
    ...(costCentre === null ? {} : { costCentre }),
    ...(deliveryNote === null ? {} : { despatchAdvice: deliveryNote }),
  };
}

/** What is owed by an invoice, in cents; one that came with its shipment is owed as it was issued. */
function dueOf({ totalCents, part }: InvoiceRow, { state, refundedCents }: OrderRow): number {
  if (part) return totalCents;
  return state === 'open' ? totalCents - refundedCents : 0;
}

/** What the note says (BT-22): the buyer's or the reason, then what the owner adds to every paper, a line each. */
function noteOf(note: string, papers: Settings['papers'] | undefined, isOwed: boolean): string {
  const own = papers ? [isOwed ? papers.paymentText : '', papers.closing, papers.footer] : [];
  return [note, ...own].filter((part) => part.trim() !== '').join('\n');
}

function paymentOf(
  { number, paidBy, dueOn }: OrderRow,
  invoice: string,
  dueCents: number,
  bank: Settings['company']['bankAccount'],
): EInvoice['payment'] {
  const owedUntil = dueCents > 0 ? dueOn : null;
  // What a company's account settles, or nothing paid yet, was not paid by card, and no account is named for it.
  const isOnAccount = paidBy === null || paidBy === 'account';
  const isTransfer = owedUntil !== null || paidBy === 'transfer';
  return {
    how: isTransfer || isOnAccount ? 'transfer' : 'card',
    reference: owedUntil === null ? String(number) : invoice,
    account: isTransfer && bank ? { iban: bank.account, holder: bank.holder, bic: bank.bic } : null,
    terms: owedUntil === null ? '' : `To be paid by ${writtenDay(owedUntil)}`,
  };
}

function discountsOf(
  { onAccount }: OrderRow,
  company: CompanyRow | null,
  issuedOn: string,
  dueCents: number,
): Pick<EInvoice['payment'], 'cashDiscount'> {
  const terms = company?.cashDiscount ?? [];
  if (!onAccount || dueCents === 0 || terms.length === 0) return {};
  return {
    cashDiscount: terms.map(({ percent, days }) => ({
      percent,
      days,
      until: dayPlus(issuedOn, days),
      cents: dueCents - discountOf(dueCents, percent),
    })),
  };
}

type Goods = Pick<EInvoice, 'lines' | 'extras'>;

function goodsOf(order: OrderRow, lines: LineRow[]): Goods {
  return {
    lines: lines.map((line) =>
      lineOf(line, line.quantity, Number(lineCents(line.quantity, line.unitPriceCents, line.priceUnit))),
    ),
    extras: chargesOf(order),
  };
}

function chargesOf({ deliveryName, freightCents, surchargeCents }: OrderRow): Goods['extras'] {
  return [
    { name: deliveryName ?? 'Delivery', cents: freightCents },
    { name: SURCHARGE_NAME, cents: surchargeCents },
  ].filter(({ cents }) => cents > 0);
}

/** What is less than its lines and charges was given back before; a credit note of a sum alone has neither. */
function goodsOfPart(
  order: OrderRow,
  ordered: LineRow[],
  { part, netCents, credit }: Pick<IssuedFrom, 'credit'> & { part: PaperPart; netCents: number },
): Goods {
  const rest = netCents - netOf(part);
  if (part.lines.length === 0 && part.freightCents + part.surchargeCents === 0 && rest > 0)
    return sumGivenBack(order, netCents);
  const byTool = new Map(part.lines.map((line) => [line.toolId, line]));
  return {
    lines: ordered.flatMap((line) => {
      const own = byTool.get(line.toolId);
      return own ? [lineOf(line, own.quantity, own.netCents)] : [];
    }),
    extras: [
      ...chargesOf({ ...order, freightCents: part.freightCents, surchargeCents: part.surchargeCents }),
      ...(rest === 0 ? [] : [{ name: whyLess(credit?.given), cents: rest }]),
    ],
  };
}

function sumGivenBack(order: OrderRow, netCents: number): Goods {
  const whole = {
    toolName: `Given back of order ${order.number}`,
    sku: null,
    buyerNumber: null,
    unitPriceCents: netCents,
    priceUnit: 1,
    pack: null,
    toolId: '',
    quantity: 1,
    origin: null,
  };
  return { lines: [lineOf(whole, 1, netCents)], extras: [] };
}

/** What is credited besides pieces is freight and surcharge; what is less than their price was given back before. */
function goodsGivenBack(order: OrderRow, ordered: LineRow[], given: RefundFacts, netCents: number): Goods {
  if (given.lines.length === 0) return sumGivenBack(order, netCents);
  const byTool = new Map(given.lines.map((line) => [line.toolId, line]));
  const lines = ordered.flatMap((line) => {
    const back = byTool.get(line.toolId);
    return back ? [lineOf(line, back.quantity, back.netCents)] : [];
  });
  const rest = netCents - lines.reduce((sum, { cents }) => sum + cents, 0);
  if (rest === 0) return { lines, extras: [] };
  return {
    lines,
    extras: [{ name: rest > 0 ? chargesGivenBack(order) : whyLess(given), cents: rest }],
  };
}

function whyLess(given: RefundFacts | undefined): string {
  return (given?.feeCents ?? 0) > 0 ? 'Return fee' : 'Given back before';
}

function chargesGivenBack(order: OrderRow): string {
  const names = chargesOf(order).map(({ name }) => name);
  return names.length === 0 ? (order.deliveryName ?? 'Delivery') : names.join(', ');
}

function lineOf(line: LineRow, quantity: number, cents: number): InvoiceLine {
  const { unitName, unitQuantity } = saidIn(quantity, line.pack);
  return {
    name: line.toolName,
    sku: line.sku ?? '',
    buyerNumber: line.buyerNumber ?? '',
    quantity,
    unitCode: PIECE,
    unitCents: line.unitPriceCents,
    ...(line.priceUnit === 1 ? {} : { priceUnit: line.priceUnit }),
    ...(unitName === null || unitQuantity === null ? {} : { pack: { name: unitName, count: unitQuantity } }),
    cents,
    origin: line.origin,
  };
}

function sellerParty({ name, vatId, registration, invoiceAddress, ...rest }: Settings['company']): Party {
  const { contact } = rest;
  return {
    name,
    vatId,
    registration,
    address: invoiceAddress === null ? inOneText(rest.address, rest.country) : inParts(invoiceAddress),
    contact: { name: contact.name, phone: contact.phone || rest.phone, email: contact.email || rest.email },
    peppolId: rest.peppolId,
  };
}

function buyerParty(order: OrderRow, company: CompanyRow | null, buyer: InvoiceRow['buyer'], country: string): Party {
  const ofCompany = company && { name: '', company: buyer.company, ...company.invoiceAddress };
  const own = InvoiceAddress.safeParse(buyer.invoiceAddress).data ?? ofCompany;
  const elsewhere = own && { name: own.company || own.name, address: inParts(own) };
  const goods = order.deliveryAddress;
  return {
    name: elsewhere?.name || buyer.company || buyer.name,
    vatId: buyer.vatId,
    registration: '',
    address: elsewhere?.address ?? (goods === null ? inOneText(buyer.address, country) : inParts(goods)),
    contact: { name: own?.name || buyer.name, phone: buyer.phone, email: company?.invoiceEmail || buyer.email },
    peppolId: company?.peppolId ?? '',
  };
}

function inParts({ street, extra, town, postalCode, region, country }: PostalAddress): PartyAddress {
  return { lines: [street, extra].filter((line) => line !== ''), city: town, postalCode, state: region, country };
}

/** An address that was given as one text: its town and postal code are not known as such. */
function inOneText(address: string, country: string): PartyAddress {
  const lines = address.split('\n').map((line) => line.trim());
  return { lines: lines.filter((line) => line !== ''), city: '', postalCode: '', state: '', country };
}
