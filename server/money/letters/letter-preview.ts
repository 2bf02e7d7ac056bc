import { desc, isNotNull } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import { writtenDay } from '#contract/days.ts';
import { formatMoney } from '#contract/money.ts';
import type { LetterKind, LetterPreview, LetterPreviewQuery } from '#contract/office/letter-texts.ts';
import type { Settings } from '#contract/office/settings.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import type { Db } from '#server/engine/db/client.ts';
import { lineRows } from '#server/people/mail/named-lines.ts';
import { letter, type LetterParts, withMark } from '#server/people/mail/letter.ts';
import { filledText } from '#contract/office/letter-texts.ts';
import { orderFacts } from '#server/people/mail/own-words.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** Where letters lead, and who writes them. */
interface Writer {
  baseUrl: string;
  shop: Settings;
}

/** What a letter of each kind is headed by. */
const HEADINGS: Record<LetterKind, (order: Order) => string> = {
  order: ({ number }) => `We have received your order ${number}`,
  receipt: () => 'Your receipt',
  shipment: () => 'Your order is on its way',
  refund: () => 'We are refunding you',
  invoice: ({ invoiceNumber = '2026-000001' }) => `Invoice ${invoiceNumber}`,
  creditNote: () => 'Credit note CN-2026-000001',
  reminder: () => 'An invoice is due',
  quote: () => 'Our offer Q-000001',
  return: () => 'We agree to your return R-10001',
};

/** What an order cannot say of a letter, since it is of something that comes later or of a quote. */
const MADE_UP = {
  invoiceNumber: '2026-000001',
  creditNote: 'CN-2026-000001',
  carrier: 'DHL',
  trackingNumber: '00340434161094042557',
  quoteNumber: 'Q-000001',
  returnNumber: 'R-10001',
  invoices: '2026-000001',
} as const;

/** A letter as it would be, with the facts of the newest order that has an invoice, or of the newest; made up where there is none. */
export async function previewLetter(
  db: Db,
  { baseUrl, shop }: Writer,
  { kind, text, signature, footer }: LetterPreviewQuery,
): Promise<LetterPreview> {
  const order = await newestOrder(db);
  const facts = { ...MADE_UP, ...(order ? factsOf(order, shop) : factsOfNobody(shop)) };
  const heading = order ? HEADINGS[kind](order) : HEADINGS[kind]({ number: '1001' } as Order);
  const { name: from } = shop.company;
  const said: LetterParts = {
    from,
    heading,
    paragraphs: [`Dear ${facts.name}, here the letter says what it always says.`],
    ...(order ? { order: linesOf(order, shop) } : {}),
    own: { text: filledText(text, facts).trim(), signature: signature.trim(), footer: footer.trim() },
    action: { label: 'View your order', url: `${baseUrl}/dashboard/orders/${order?._id ?? ''}` },
    reason: `You are receiving this e-mail because you ordered from ${from}.`,
  };
  const { subject, html } = letter({ to: '', about: 'order', ...said });
  return { of: order?.number ?? null, subject, html: withMark(html, shop.logo, baseUrl) };
}

/** The newest order that was paid, or the newest of all; undefined where there is none. */
export async function newestOrder(db: Db): Promise<Order | undefined> {
  const newest = () => db.select().from(orders).orderBy(desc(orders.createdAt)).limit(1).$dynamic();
  const [invoiced] = await newest().where(isNotNull(orders.paidAt));
  const [row] = invoiced ? [invoiced] : await newest();
  const [order] = row ? await presentOrders(db, [row], 'all') : [];
  return order;
}

function factsOf(order: Order, shop: Settings) {
  const { name = '', company = '', purchaseOrder = '', ...facts } = orderFacts(order, shop);
  return {
    ...facts,
    name: plainName(name),
    company: plainName(company),
    purchaseOrder: plainName(purchaseOrder),
    invoiceNumber: order.invoiceNumber ?? MADE_UP.invoiceNumber,
    amount: formatMoney(order.price, shop.currency),
    dueDay: order.dueAt === null ? '' : writtenDay(order.dueAt),
    validUntil: order.dueAt === null ? '' : writtenDay(order.dueAt),
  };
}

function factsOfNobody({ currency }: Settings) {
  const total = formatMoney(125, currency);
  return {
    name: 'Alex Example',
    company: 'Example Ltd',
    orderNumber: '1001',
    purchaseOrder: 'PO-7',
    total,
    amount: total,
  };
}

function linesOf(order: Order, { currency }: Settings): NonNullable<LetterParts['order']> {
  return {
    lines: lineRows(order.lines, order.lineCount, (name, { price }) => [name, formatMoney(price, currency)]),
    sums: [['Total', formatMoney(order.price, currency)]],
  };
}
