import PdfKit from 'pdfkit';
import type { Order, Refund } from '#contract/orders.ts';
import { company } from '#content/company.ts';
import { AppError } from '#server/http/app-error.ts';

/** A4 in points, with the margin all around. */
const PAGE = { width: 595, margin: 56 };
const RIGHT = PAGE.width - PAGE.margin;
/** Where the columns of the line begin or, for figures, end. */
const COLUMN = { quantity: 330, unitPrice: 440 };
const GREY = '#555555';

/**
 * The receipt of a paid order on one page: company, order, line, amounts, transaction id.
 * @throws AppError ORDER_NOT_PAID
 */
export function receiptPdf(order: Order, refunds: Refund[]): Promise<Uint8Array<ArrayBuffer>> {
  if (!order.paid || order.paidAt === undefined || order.transactionId === undefined) {
    throw new AppError('ORDER_NOT_PAID', 'This order is not paid, so there is no receipt.');
  }
  const paidAt = new Date(order.paidAt);
  const pdf = new PdfKit({
    size: 'A4',
    margin: PAGE.margin,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `Receipt ${order._id}`, Author: company.name, CreationDate: paidAt, ModDate: paidAt },
  });
  const bytes = collected(pdf);
  head(pdf);
  facts(pdf, [
    ['Order', order._id],
    ['Ordered', day(order.createdAt)],
    ['Paid', `${day(order.paidAt)}, by card`],
    ['Transaction id', order.transactionId],
    ['Delivered to', `${order.name}\n${order.address}`],
    ['E-mail', order.email],
    ['Phone', order.phone],
  ]);
  line(pdf, order);
  sums(pdf, order, refunds);
  pdf.font('Helvetica').fontSize(9).fillColor(GREY);
  pdf.text(`Questions? ${company.email}, ${company.phone}`, PAGE.margin, pdf.y + 36);
  pdf.end();
  return bytes;
}

type Pdf = InstanceType<typeof PdfKit>;

function collected(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

function head(pdf: Pdf): void {
  pdf.font('Helvetica-Bold').fontSize(18).text(company.name);
  pdf.font('Helvetica').fontSize(9).fillColor(GREY).text(company.address.join(', '));
  pdf
    .fillColor('black')
    .font('Helvetica-Bold')
    .fontSize(26)
    .text('Receipt', PAGE.margin, pdf.y + 28);
  pdf.moveDown(0.4);
}

function facts(pdf: Pdf, rows: [string, string][]): void {
  for (const [name, value] of rows) {
    const top = pdf.y + 4;
    pdf.font('Helvetica').fontSize(10).fillColor(GREY).text(name, PAGE.margin, top, { width: 110 });
    pdf.fillColor('black').text(printable(value), PAGE.margin + 120, top, { width: RIGHT - PAGE.margin - 120 });
  }
}

function line(pdf: Pdf, order: Order): void {
  const top = pdf.y + 28;
  pdf.font('Helvetica-Bold').fontSize(10);
  pdf.text('Tool', PAGE.margin, top);
  figures(pdf, top, 'Quantity', 'Price / piece', 'Amount');
  rule(pdf, top + 18);
  pdf.font('Helvetica');
  figures(
    pdf,
    top + 26,
    order.quantity.toLocaleString('en-US'),
    dollars(order.price / order.quantity),
    dollars(order.price),
  );
  pdf.text(printable(order.tool), PAGE.margin, top + 26, { width: COLUMN.quantity - PAGE.margin - 70 });
  rule(pdf, pdf.y + 8);
  pdf.y += 8;
}

function figures(pdf: Pdf, top: number, quantity: string, unitPrice: string, amount: string): void {
  const ending = (text: string, right: number) =>
    pdf.text(text, right - 100, top, { width: 100, align: 'right', lineBreak: false });
  ending(quantity, COLUMN.quantity);
  ending(unitPrice, COLUMN.unitPrice);
  ending(amount, RIGHT);
}

function sums(pdf: Pdf, order: Order, refunds: Refund[]): void {
  const sum = (name: string, value: string, bold = false) => {
    const top = pdf.y + 8;
    pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(bold ? 12 : 10);
    pdf.text(value, RIGHT - 100, top, { width: 100, align: 'right', lineBreak: false });
    pdf.text(printable(name), PAGE.margin, top, { width: RIGHT - PAGE.margin - 110 });
  };
  sum('Total paid', dollars(order.price), true);
  for (const refund of refunds.filter(({ state }) => state === 'sent')) {
    sum(`Refunded ${day(refund.createdAt)}: ${refund.reason}`, `-${dollars(refund.amount)}`);
  }
  if (order.refunded !== undefined) sum('Paid after refunds', dollars(order.price - order.refunded), true);
}

function rule(pdf: Pdf, y: number): void {
  pdf.moveTo(PAGE.margin, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#999999').stroke();
}

/** Letters and signs beyond Latin-1 that have no marks to lose, and how typewriters wrote them. */
const TYPED: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '′': "'",
  '″': '"',
  '…': '...',
};

/** What the PDF's built-in fonts can show: Latin-1; letters beyond lose their marks, what is left becomes a question mark. */
function printable(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => (isLatin1(letter) ? letter : (TYPED[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))))
    .map((letter) => ([...letter].every(isLatin1) ? letter : '?'))
    .join('');
}

function isLatin1(letter: string): boolean {
  return /^[\n\u0020-\u007e\u00a0-\u00ff]$/.test(letter);
}

function day(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function dollars(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
