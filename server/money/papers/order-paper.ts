import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { type BankAccount, bankAccountLines } from '#contract/money/bank-account.ts';
import { addMoney, lessMoney } from '#contract/money-sums.ts';
import { cardPaymentId, standing } from '#contract/money/payment-words.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { centsToMoney } from '#contract/money.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import type { Buyer } from '#server/buying/order-tables/invoices.sql.ts';
import { paymentWay } from '#server/buying/orders/payment-way.ts';
import { inCountry } from '#contract/in-country.ts';
import { buyerLines, sellerLines, toolWords } from './paper-words.ts';
import type { Words } from '#server/engine/words/words.ts';
import { untaxedIn } from '#server/office/tax/untaxed.ts';
import type { Customs } from './customs.ts';
import { beside, closing, type Fact, head, type HeadParts, pricedLines, sum } from './paper-parts.ts';
import type { Sheet } from './sheet.ts';

/** What all papers of an order are made from. Money as numbers with their decimals. */
export interface PaperParts extends HeadParts {
  order: Order;
  buyer: Buyer;
  /** By tool, what customs ask where it leaves the country. */
  customs?: ReadonlyMap<string, Customs>;
}

/** What may be taken off where it is paid in time. */
type CashDiscountTerms = EInvoice['payment']['cashDiscount'];

/** The invoice of an order that is paid or owed, with all that a tax office asks for. */
export function invoicePdf(
  parts: PaperParts,
  issued: {
    number: string;
    at: Date;
    suppliedOn: string | null;
    /** The number of the note that lay in the parcel, where it is of one. */
    deliveryNote?: string;
    cashDiscount?: CashDiscountTerms;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const facts: Fact[] = [
    [say('Invoice number'), issued.number],
    [say('Invoice date'), say.day(issued.at.toISOString())],
    ...orderFacts(order, say),
    [say('Date of supply'), issued.suppliedOn === null ? say('Delivery follows') : say.written(issued.suppliedOn)],
    [say('Delivery note number'), issued.deliveryNote ?? ''],
    [say('Due'), order.paid || order.dueAt === null ? '' : say.written(order.dueAt)],
    [say('Cash discount'), order.paid ? '' : discountLines(issued.cashDiscount, say)],
    ...paidFacts(order, say),
  ];
  return goodsPaper(parts, say('Invoice {number}', { number: issued.number }), issued.at, facts, (sheet) => {
    if (order.paid)
      sum(sheet, say('Paid'), say.money(lessMoney(order.price, order.writtenOff ?? 0, order.cashDiscount ?? 0)));
    else if (order.refunded !== undefined) sum(sheet, say('Credited'), say.money(order.refunded));
    if (order.writtenOff !== undefined) sum(sheet, say('Written off'), say.money(order.writtenOff));
    if (order.cashDiscount !== undefined) sum(sheet, say('Cash discount'), say.money(order.cashDiscount));
    if (order.received !== undefined) sum(sheet, say('Received'), say.money(order.received));
    const { refunded = 0, writtenOff = 0, received = 0 } = order;
    const due = order.paid ? 0 : lessMoney(order.price, refunded, writtenOff, received);
    sum(sheet, say('Amount due'), say.money(due), true);
    if (due > 0) howToPay(sheet, parts, issued.number);
  });
}

/** Such as "until 10 December 2026 €97.00 (3 % off)", a line each. */
function discountLines(terms: CashDiscountTerms = [], say: Words): string {
  return terms
    .map(({ percent, until, cents }) =>
      say('until {day} {amount} ({percent} % off)', {
        day: say.written(until),
        amount: say.money(centsToMoney(cents)),
        percent: say.percent(percent),
      }),
    )
    .join('\n');
}

/** Where the money of an invoice that is owed goes; where the shop names no account, that it is paid by card or asked for. */
function howToPay(sheet: Sheet, { seller: { company, papers }, say }: PaperParts, reference: string): void {
  const { bankAccount, email, phone } = company;
  sheet.y += 10;
  sheet.room(110);
  sheet.text(say('How to pay'), 0, sheet.width, { bold: true });
  const ask = say(
    'By card, on the page of this order once you are signed in. Ask us for our bank account: {contact}.',
    { contact: [email, phone].filter(Boolean).join(', ') },
  );
  sheet.flow(bankAccount ? byTransfer(bankAccount, reference, say) : ask, 0, sheet.width);
  if (papers?.paymentText) sheet.flow(papers.paymentText, 0, sheet.width);
}

function byTransfer(account: BankAccount, reference: string, say: Words): string {
  const lines = bankAccountLines(account).map(([name, value]) => `${say(name)}: ${value}`);
  return [say('By bank transfer, with the reference {reference}, to:', { reference }), ...lines].join('\n');
}

/** What was paid and what of it went back, until now. */
export function receiptPdf(parts: PaperParts, paidAt: Date, refunds: Refund[]): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const invoice: Fact = [say('Invoice number'), order.invoices.map(({ number }) => number).join('\n')];
  const facts = [invoice, ...orderFacts(order, say), ...paidFacts(order, say)];
  return goodsPaper(parts, say('Receipt {number}', { number: order.number }), paidAt, facts, (sheet) => {
    const { writtenOff = 0, cashDiscount = 0 } = order;
    if (writtenOff > 0) sum(sheet, say('Written off'), `-${say.money(writtenOff)}`);
    if (cashDiscount > 0) sum(sheet, say('Cash discount'), `-${say.money(cashDiscount)}`);
    const given = addMoney(writtenOff, cashDiscount);
    sum(sheet, say('Total paid'), say.money(lessMoney(order.price, given)), true);
    if (order.overpaid !== undefined) sum(sheet, say('Overpaid, to be returned'), say.money(order.overpaid));
    for (const refund of refunds.filter(({ state }) => state === 'sent'))
      sum(
        sheet,
        say('Refunded {day}: {reason}', { day: say.day(refund.createdAt), reason: refund.reason }),
        `-${say.money(refund.amount)}`,
      );
    if (order.refunded !== undefined)
      sum(sheet, say('Paid after refunds'), say.money(lessMoney(order.price, given, order.refunded)), true);
  });
}

/** What an unpaid order will cost, until when it is held, and where the money goes. @param link where it can be paid by card */
export function proFormaPdf(parts: PaperParts, link: string): Promise<Uint8Array<ArrayBuffer>> {
  const { order, seller, say } = parts;
  const { bankAccount } = seller.company;
  const facts: Fact[] = [
    [say('Payment reference'), order.number],
    ...orderFacts(order, say),
    [say('Held for you until'), order.holdUntil === undefined ? '' : say.day(order.holdUntil)],
    [say('Delivery'), delivery(order, say)],
  ];
  return goodsPaper(
    parts,
    say('Pro forma invoice {number}', { number: order.number }),
    new Date(order.createdAt),
    facts,
    (sheet) => {
      const received = order.received ?? 0;
      if (received > 0) sum(sheet, say('Received'), say.money(received));
      sum(sheet, say('Amount to pay'), say.money(lessMoney(order.price, received)), true);
      sheet.y += 10;
      const how = bankAccount
        ? `${byTransfer(bankAccount, order.number, say)}\n${say('Or by card: {link}', { link })}`
        : say('By card: {link}', { link });
      sheet.room(110);
      sheet.text(say('How to pay'), 0, sheet.width, { bold: true });
      sheet.flow(how, 0, sheet.width);
      if (seller.papers?.paymentText) sheet.flow(seller.papers.paymentText, 0, sheet.width);
      sheet.flow(say('This is not an invoice: you get one when the order is paid.'), 0, sheet.width, { grey: true });
    },
  );
}

/** What a refund takes back of an invoice. */
export async function creditNotePdf(
  parts: PaperParts,
  note: { number: string; at: Date; invoice: { number: string; at: Date }; total: number; tax: number },
  refund: Refund,
): Promise<Uint8Array<ArrayBuffer>> {
  const { order, say } = parts;
  const title = say('Credit note {number}', { number: note.number });
  const sheet = head(parts, title, note.at, [
    [say('Credit note number'), note.number],
    [say('Date'), say.day(note.at.toISOString())],
    [
      say('For invoice'),
      say('{number} of {day}', { number: note.invoice.number, day: say.day(note.invoice.at.toISOString()) }),
    ],
    ...orderFacts(order, say),
  ]);
  parties(sheet, parts);
  sheet.flow(say('Reason: {reason}', { reason: refund.reason }), 0, sheet.width);
  sheet.y += 8;
  const net = lessMoney(note.total, note.tax);
  if (refund.lines.length === 0) {
    sheet.rule();
    sheet.y += 6;
  } else await creditedLines(sheet, parts, refund, net);
  if (note.tax > 0) {
    sum(sheet, say('Net'), `-${say.money(net)}`);
    sum(sheet, taxName(order, say), `-${say.money(note.tax)}`);
  }
  sum(sheet, say('Total credited'), `-${say.money(note.total)}`, true);
  const untaxed = untaxedIn(order, say);
  if (untaxed !== null) sheet.flow(untaxed, 0, sheet.width);
  if (refund.state === 'failed')
    sheet.flow(say('The bank of the card has sent this money back to us. This credit note is void.'), 0, sheet.width, {
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
      { head: say('SKU'), from: 0.06, to: 0.22 },
      { head: say('Tool'), from: 0.23, to: 0.66 },
      { head: say('Quantity'), from: 0.66, to: 0.82, align: 'right' },
      { head: say('Net amount'), from: 0.82, to: 1, align: 'right' },
    ],
    lines.map(({ toolId, tool, sku, quantity, price }, index) => [
      say.pieces(index + 1),
      sku ?? '',
      toolWords({ tool, buyerNumber: order.lines.find((line) => line.toolId === toolId)?.buyerNumber ?? null }, say),
      say.pieces(quantity),
      `-${say.money(price)}`,
    ]),
  );
  const rest = lessMoney(net, ...lines.map(({ price }) => price));
  const charges = [
    ...(order.freight > 0 || order.surcharge === 0 ? [order.deliveryName] : []),
    ...(order.surcharge > 0 ? [say(SURCHARGE_NAME)] : []),
  ];
  if (rest > 0) sum(sheet, charges.join(', '), `-${say.money(rest)}`);
  if (rest < 0) sum(sheet, say('Given back before'), say.money(-rest));
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
  await pricedLines(sheet, order.lines, say, parts.customs);
  sums(sheet, order, say);
  after(sheet);
  if (order.note !== '') {
    sheet.y += 10;
    sheet.flow(say('Note: {note}', { note: order.note }), 0, sheet.width, { grey: true });
  }
  closing(sheet, parts.seller);
  return sheet.finish();
}

/** Seller, buyer and where it goes, beside each other. */
function parties(sheet: Sheet, { order, seller, buyer, say }: PaperParts): void {
  const address = inCountry(order.address, order.country, say.country);
  const deliverTo = filledLines(order.name, order.company, address, order.phone);
  beside(sheet, [
    [say('From'), sellerLines(seller, say)],
    [say('Invoice to'), buyerLines(buyer, say)],
    [say('Deliver to'), deliverTo],
  ]);
}

function sums(sheet: Sheet, order: Order, say: Words): void {
  const net = addMoney(order.goods, order.freight, order.surcharge);
  sum(sheet, say('Goods'), say.money(order.goods));
  sum(sheet, order.deliveryName, say.money(order.freight));
  if (order.surcharge > 0) sum(sheet, say(SURCHARGE_NAME), say.money(order.surcharge));
  sum(sheet, say('Net'), say.money(net));
  const tax =
    order.taxPercent === null ? say('Tax') : say('{tax} on {net}', { tax: taxName(order, say), net: say.money(net) });
  sum(sheet, tax, say.money(order.tax));
  const untaxed = untaxedIn(order, say);
  if (untaxed !== null) sum(sheet, untaxed, '');
  sum(sheet, say('Total'), say.money(order.price), true);
}

function taxName({ taxName: name, taxPercent }: Order, say: Words): string {
  return say('{tax} {percent} %', { tax: name ?? say('Tax'), percent: say.percent(taxPercent ?? 0) });
}

function orderFacts({ number, createdAt, purchaseOrder, costCentre, buyerReference }: Order, say: Words): Fact[] {
  return [
    [say('Order'), say('{number} of {day}', { number, day: say.day(createdAt) })],
    [say('Your order number'), purchaseOrder],
    [say('Cost centre'), costCentre ?? ''],
    [say('Your reference'), buyerReference],
  ];
}

/** When and how it was paid; of several payments each, with its sum. */
function paidFacts({ paid, paidAt, payments, transactionId }: Order, say: Words): Fact[] {
  if (!paid) return [];
  const came = standing(payments);
  const each = came.map((payment) => {
    const how = `${say.day(payment.at)}, ${paymentWay(payment, say)}`;
    return came.length === 1 ? how : say('{amount} on {how}', { amount: say.money(payment.amount), how });
  });
  const when = paidAt === undefined ? '' : say.day(paidAt);
  return [
    [say('Paid'), came.length === 0 ? when : each.join('\n')],
    [say('Transaction id'), cardPaymentId({ transactionId })],
  ];
}

function delivery({ deliveryName, deliveryDays }: Order, say: Words): string {
  if (deliveryDays === null) return deliveryName;
  const [from, to] = deliveryDays;
  const days =
    from === to
      ? say('{to, plural, one {# working day} other {# working days}}', { to })
      : say('{from} to {to, plural, one {# working day} other {# working days}}', { from, to });
  return `${deliveryName}, ${days}`;
}
