import { SURCHARGE_NAME, surchargeRow } from '#contract/buying/small-orders.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { type BankAccount, bankAccountLines } from '#contract/money/bank-account.ts';
import { writtenDay } from '#contract/days.ts';
import { addMoney, lessMoney } from '#contract/money-sums.ts';
import { howItCame, standing } from '#contract/money/payment-words.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { centsToMoney } from '#contract/money.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import type { Buyer } from '#server/buying/order-tables/invoices.sql.ts';
import { whyUntaxed } from '#contract/office/tax.ts';
import { inCountry } from '#contract/in-country.ts';
import { buyerLines, pieces, sellerLines, toolWords, type Words } from './paper-words.ts';
import { beside, closing, type Fact, head, type HeadParts, pricedLines, sum } from './paper-parts.ts';
import type { Sheet } from './sheet.ts';

/** What all papers of an order are made from. Money as numbers with their decimals. */
export interface PaperParts extends HeadParts {
  /** How money and days are written. */
  say: Words;
  order: Order;
  buyer: Buyer;
}

/** What may be taken off where it is paid in time. */
type CashDiscountTerms = EInvoice['payment']['cashDiscount'];

/** The invoice of an order that is paid or owed, with all that a tax office asks for. */
export function invoicePdf(
  parts: PaperParts,
  issued: { number: string; at: Date; suppliedOn: string | null; cashDiscount?: CashDiscountTerms },
): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const facts: Fact[] = [
    ['Invoice number', issued.number],
    ['Invoice date', say.day(issued.at.toISOString())],
    ...orderFacts(order, say),
    ['Date of supply', issued.suppliedOn === null ? 'Delivery follows' : writtenDay(issued.suppliedOn)],
    ['Due', order.paid || order.dueAt === null ? '' : writtenDay(order.dueAt)],
    ['Cash discount', order.paid ? '' : discountLines(issued.cashDiscount, say)],
    ...paidFacts(order, say),
  ];
  return goodsPaper(parts, `Invoice ${issued.number}`, issued.at, facts, (sheet) => {
    if (order.paid)
      sum(sheet, 'Paid', say.money(lessMoney(order.price, order.writtenOff ?? 0, order.cashDiscount ?? 0)));
    else if (order.refunded !== undefined) sum(sheet, 'Credited', say.money(order.refunded));
    if (order.writtenOff !== undefined) sum(sheet, 'Written off', say.money(order.writtenOff));
    if (order.cashDiscount !== undefined) sum(sheet, 'Cash discount', say.money(order.cashDiscount));
    if (order.received !== undefined) sum(sheet, 'Received', say.money(order.received));
    const { refunded = 0, writtenOff = 0, received = 0 } = order;
    const due = order.paid ? 0 : lessMoney(order.price, refunded, writtenOff, received);
    sum(sheet, 'Amount due', say.money(due), true);
    if (due > 0) howToPay(sheet, parts.seller, issued.number);
  });
}

/** Such as "until 10 December 2026 €97.00 (3 % off)", a line each. */
function discountLines(terms: CashDiscountTerms = [], say: Words): string {
  return terms
    .map(
      ({ percent, until, cents }) => `until ${writtenDay(until)} ${say.money(centsToMoney(cents))} (${percent} % off)`,
    )
    .join('\n');
}

/** Where the money of an invoice that is owed goes; where the shop names no account, that it is paid by card or asked for. */
function howToPay(sheet: Sheet, { company, papers }: PaperParts['seller'], reference: string): void {
  const { bankAccount, email, phone } = company;
  sheet.y += 10;
  sheet.room(110);
  sheet.text('How to pay', 0, sheet.width, { bold: true });
  const ask = `By card, on the page of this order once you are signed in. For our bank account, ask ${[email, phone].filter(Boolean).join(' or ')}.`;
  sheet.flow(bankAccount ? byTransfer(bankAccount, reference) : ask, 0, sheet.width);
  if (papers?.paymentText) sheet.flow(papers.paymentText, 0, sheet.width);
}

function byTransfer(account: BankAccount, reference: string): string {
  const lines = bankAccountLines(account).map(([name, value]) => `${name}: ${value}`);
  return [`By bank transfer, with the reference ${reference}, to:`, ...lines].join('\n');
}

/** What was paid and what of it went back, until now. */
export function receiptPdf(parts: PaperParts, paidAt: Date, refunds: Refund[]): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const invoice: Fact = ['Invoice number', order.invoiceNumber ?? ''];
  const facts = [invoice, ...orderFacts(order, say), ...paidFacts(order, say)];
  return goodsPaper(parts, `Receipt ${order.number}`, paidAt, facts, (sheet) => {
    const { writtenOff = 0, cashDiscount = 0 } = order;
    if (writtenOff > 0) sum(sheet, 'Written off', `-${say.money(writtenOff)}`);
    if (cashDiscount > 0) sum(sheet, 'Cash discount', `-${say.money(cashDiscount)}`);
    const given = addMoney(writtenOff, cashDiscount);
    sum(sheet, 'Total paid', say.money(lessMoney(order.price, given)), true);
    if (order.overpaid !== undefined) sum(sheet, 'Overpaid, to be returned', say.money(order.overpaid));
    for (const refund of refunds.filter(({ state }) => state === 'sent'))
      sum(sheet, `Refunded ${say.day(refund.createdAt)}: ${refund.reason}`, `-${say.money(refund.amount)}`);
    if (order.refunded !== undefined)
      sum(sheet, 'Paid after refunds', say.money(lessMoney(order.price, given, order.refunded)), true);
  });
}

/** What an unpaid order will cost, until when it is held, and where the money goes. @param link where it can be paid by card */
export function proFormaPdf(parts: PaperParts, link: string): Promise<Uint8Array<ArrayBuffer>> {
  const { order, seller, say } = parts;
  const { bankAccount } = seller.company;
  const facts: Fact[] = [
    ['Payment reference', order.number],
    ...orderFacts(order, say),
    ['Held for you until', order.holdUntil === undefined ? '' : say.day(order.holdUntil)],
    ['Delivery', delivery(order)],
  ];
  return goodsPaper(parts, `Pro forma invoice ${order.number}`, new Date(order.createdAt), facts, (sheet) => {
    const received = order.received ?? 0;
    if (received > 0) sum(sheet, 'Received', say.money(received));
    sum(sheet, 'Amount to pay', say.money(lessMoney(order.price, received)), true);
    sheet.y += 10;
    const how = bankAccount ? `${byTransfer(bankAccount, order.number)}\nOr by card: ${link}` : `By card: ${link}`;
    sheet.room(110);
    sheet.text('How to pay', 0, sheet.width, { bold: true });
    sheet.flow(how, 0, sheet.width);
    if (seller.papers?.paymentText) sheet.flow(seller.papers.paymentText, 0, sheet.width);
    sheet.flow('This is not an invoice: you get one when the order is paid.', 0, sheet.width, { grey: true });
  });
}

/** What a refund takes back of an invoice. */
export async function creditNotePdf(
  parts: PaperParts,
  note: { number: string; at: Date; invoice: { number: string; at: Date }; total: number; tax: number },
  refund: Refund,
): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const title = `Credit note ${note.number}`;
  const sheet = head(parts, title, note.at, [
    ['Credit note number', note.number],
    ['Date', say.day(note.at.toISOString())],
    ['For invoice', `${note.invoice.number} of ${say.day(note.invoice.at.toISOString())}`],
    ...orderFacts(order, say),
  ]);
  parties(sheet, parts);
  sheet.flow(`Reason: ${refund.reason}`, 0, sheet.width);
  sheet.y += 8;
  const net = lessMoney(note.total, note.tax);
  if (refund.lines.length === 0) {
    sheet.rule();
    sheet.y += 6;
  } else await creditedLines(sheet, parts, refund, net);
  if (note.tax > 0) {
    sum(sheet, 'Net', `-${say.money(net)}`);
    sum(sheet, taxName(order), `-${say.money(note.tax)}`);
  }
  sum(sheet, 'Total credited', `-${say.money(note.total)}`, true);
  const untaxed = whyUntaxed(order);
  if (untaxed !== null) sheet.flow(untaxed, 0, sheet.width);
  if (refund.state === 'failed')
    sheet.flow('The bank of the card has sent this money back to us. This credit note is void.', 0, sheet.width, {
      bold: true,
    });
  closing(sheet, parts.seller);
  return sheet.finish();
}

/** What a credit note is for, and what else is in its net sum: freight, or less what was given back before. @param net money without tax */
async function creditedLines(sheet: Sheet, { order, say }: PaperParts, { lines }: Refund, net: number): Promise<void> {
  await sheet.table(
    [
      { head: '#', from: 0, to: 0.06 },
      { head: 'SKU', from: 0.06, to: 0.22 },
      { head: 'Tool', from: 0.23, to: 0.66 },
      { head: 'Quantity', from: 0.66, to: 0.82, align: 'right' },
      { head: 'Net amount', from: 0.82, to: 1, align: 'right' },
    ],
    lines.map(({ toolId, tool, sku, quantity, price }, index) => [
      pieces(index + 1),
      sku ?? '',
      toolWords({ tool, buyerNumber: order.lines.find((line) => line.toolId === toolId)?.buyerNumber ?? null }),
      pieces(quantity),
      `-${say.money(price)}`,
    ]),
  );
  const rest = lessMoney(net, ...lines.map(({ price }) => price));
  const charges = [
    ...(order.freight > 0 || order.surcharge === 0 ? [order.deliveryName] : []),
    ...surchargeNames(order),
  ];
  if (rest > 0) sum(sheet, charges.join(', '), `-${say.money(rest)}`);
  if (rest < 0) sum(sheet, 'Given back before', say.money(-rest));
}

function surchargeNames({ surcharge }: Order): string[] {
  return surcharge > 0 ? [SURCHARGE_NAME] : [];
}

/** Who sells and buys, every line, and the sums. */
async function goodsPaper(
  parts: PaperParts,
  title: string,
  at: Date,
  facts: Fact[],
  after: (sheet: Sheet) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const sheet = head(parts, title, at, facts);
  parties(sheet, parts);
  await pricedLines(sheet, order.lines, say);
  sums(sheet, order, say);
  after(sheet);
  if (order.note !== '') {
    sheet.y += 10;
    sheet.flow(`Note: ${order.note}`, 0, sheet.width, { grey: true });
  }
  closing(sheet, parts.seller);
  return sheet.finish();
}

/** Seller, buyer and where it goes, beside each other. */
function parties(sheet: Sheet, { order, seller, buyer }: PaperParts): void {
  const deliverTo = filledLines(order.name, order.company, inCountry(order.address, order.country), order.phone);
  beside(sheet, [
    ['From', sellerLines(seller)],
    ['Invoice to', buyerLines(buyer)],
    ['Deliver to', deliverTo],
  ]);
}

function sums(sheet: Sheet, order: Order, say: Words): void {
  const net = addMoney(order.goods, order.freight, order.surcharge);
  sum(sheet, 'Goods', say.money(order.goods));
  sum(sheet, order.deliveryName, say.money(order.freight));
  for (const [name, value] of surchargeRow(order, say.money)) sum(sheet, name, value);
  sum(sheet, 'Net', say.money(net));
  if (order.taxPercent !== null) sum(sheet, `${taxName(order)} on ${say.money(net)}`, say.money(order.tax));
  else sum(sheet, 'Tax', say.money(order.tax));
  const untaxed = whyUntaxed(order);
  if (untaxed !== null) sum(sheet, untaxed, '');
  sum(sheet, 'Total', say.money(order.price), true);
}

function taxName({ taxName: name, taxPercent }: Order): string {
  return `${name ?? 'Tax'} ${taxPercent ?? 0} %`;
}

function orderFacts({ number, createdAt, purchaseOrder, costCentre, buyerReference }: Order, say: Words): Fact[] {
  return [
    ['Order', `${number} of ${say.day(createdAt)}`],
    ['Your order number', purchaseOrder],
    ['Cost centre', costCentre ?? ''],
    ['Your reference', buyerReference],
  ];
}

/** When and how it was paid; of several payments each, with its sum. */
function paidFacts({ paid, paidAt, payments, transactionId = '' }: Order, say: Words): Fact[] {
  if (!paid) return [];
  const came = standing(payments);
  const each = came.map((payment) => {
    const how = `${say.day(payment.at)}, ${howItCame(payment)}`;
    return came.length === 1 ? how : `${say.money(payment.amount)} on ${how}`;
  });
  const when = paidAt === undefined ? '' : say.day(paidAt);
  return [
    ['Paid', came.length === 0 ? when : each.join('\n')],
    ['Transaction id', transactionId],
  ];
}

function delivery({ deliveryName, deliveryDays }: Order): string {
  if (deliveryDays === null) return deliveryName;
  const [from, to] = deliveryDays;
  return `${deliveryName}, ${from === to ? from : `${from} to ${to}`} working days`;
}
