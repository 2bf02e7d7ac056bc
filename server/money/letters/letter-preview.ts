import { desc, isNotNull } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import { languageFor } from '#contract/languages.ts';
import type { LetterKind, LetterPreview, LetterPreviewQuery } from '#contract/office/letter-texts.ts';
import type { Settings } from '#contract/office/settings.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
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
const HEADINGS: Record<LetterKind, (say: Words, order: Pick<Order, 'number' | 'invoiceNumber'>) => string> = {
  order: (say, { number }) => say('We have received your order {number}', { number }),
  receipt: (say) => say('Your receipt'),
  shipment: (say) => say('Your order is on its way'),
  refund: (say) => say('We are refunding you'),
  invoice: (say, { invoiceNumber = '2026-000001' }) => say('Invoice {number}', { number: invoiceNumber }),
  creditNote: (say) => say('Credit note {number}', { number: 'CN-2026-000001' }),
  reminder: (say) => say('An invoice is due'),
  quote: (say) => say('Our offer {number}', { number: 'Q-000001' }),
  return: (say) => say('We agree to your return {number}', { number: 'R-10001' }),
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
  // The owner's words are in the shop's own language.
  const say = wordsOf(shop, languageFor(shop.languages));
  const facts = { ...MADE_UP, ...(order ? factsOf(order, say) : factsOfNobody(say)) };
  const heading = HEADINGS[kind](say, order ?? { number: '1001' });
  const { name: from } = shop.company;
  const said: LetterParts = {
    say,
    from,
    heading,
    paragraphs: [say('Dear {name}, here the letter says what it always says.', { name: facts.name })],
    ...(order ? { order: linesOf(order, say) } : {}),
    own: { text: filledText(text, facts).trim(), signature: signature.trim(), footer: footer.trim() },
    action: { label: say('View your order'), url: `${baseUrl}/dashboard/orders/${order?._id ?? ''}` },
    reason: say('You are receiving this e-mail because you ordered from {shop}.', { shop: from }),
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

function factsOf(order: Order, say: Words) {
  const { name = '', company = '', purchaseOrder = '', ...facts } = orderFacts(order, say);
  return {
    ...facts,
    name: plainName(name),
    company: plainName(company),
    purchaseOrder: plainName(purchaseOrder),
    invoiceNumber: order.invoiceNumber ?? MADE_UP.invoiceNumber,
    amount: say.money(order.price),
    dueDay: order.dueAt === null ? '' : say.written(order.dueAt),
    validUntil: order.dueAt === null ? '' : say.written(order.dueAt),
  };
}

function factsOfNobody(say: Words) {
  const total = say.money(125);
  return {
    name: 'Alex Example',
    company: 'Example Ltd',
    orderNumber: '1001',
    purchaseOrder: 'PO-7',
    total,
    amount: total,
  };
}

function linesOf(order: Order, say: Words): NonNullable<LetterParts['order']> {
  return {
    lines: lineRows(order.lines, say, order.lineCount, (name, { price }) => [name, say.money(price)]),
    sums: [[say('Total'), say.money(order.price)]],
  };
}
