import { centsToMoney } from '#contract/money.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { PaperPart } from '#server/buying/order-tables/invoices.sql.ts';
import { correctedBy, type Invoice, papersOf } from '#server/buying/invoices/invoices.ts';
import { keptFile } from '#server/buying/invoices/issued-files.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import type { Who } from '#server/buying/orders/whose-orders.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { eInvoiceWhereKnown } from '#server/money/e-invoices/e-invoice-file.ts';
import { readRefund } from '#server/money/payments/read-refunds.ts';
import { customsOf } from './customs.ts';
import { makePaper } from './make-paper.ts';
import type { GivenTo } from './paper-makers.ts';
import { printableLogo } from './printable-logo.ts';

/** What the papers of an order are made with. */
interface PaperSources {
  db: Db;
  /** Has the logo. */
  store: UploadStore;
  /** Whose turn it is where it has to be made: the id of who asks, or what of the shop does. */
  person: string;
}

/** An invoice or a credit note, with the order that it is of. */
export interface IssuedPaper {
  order: Order;
  /** The order's invoice: the paper itself, or what it corrects. */
  invoice: Invoice;
  paper: Invoice;
}

/**
 * A paper of an order; undefined where it has none that is meant.
 * @param customer whose the order must be, or null for staff
 * @throws AppError ORDER_NOT_FOUND
 */
export async function findPaper(
  database: Database,
  orderId: string,
  customer: Who | null,
  isMeant: (paper: Invoice) => boolean,
): Promise<IssuedPaper | undefined> {
  const order = await getAnyOrder(database.db, orderId, customer);
  const papers = await transaction(database, (tx) => papersOf(tx, orderId));
  const paper = papers.find(isMeant);
  const invoice = paper && (correctedBy(paper, papers) ?? (paper.refundId === null ? paper : papers[0]));
  return invoice && { order, invoice, paper };
}

/**
 * Its PDF: the bytes that it had when it was first made, whatever became of order, settings, tools and code. An invoice that was paid
 * before it was issued names its payment; where that was undone, it says what is owed now. A credit note whose money the bank sent
 * back says that it is void.
 */
export async function issuedPdf(
  sources: PaperSources,
  { order, invoice, paper }: IssuedPaper,
  format: PaperFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { number, issuedAt: at, refundId, document } = paper;
  const refund = refundId === null ? null : await readRefund(sources.db, refundId);
  const make = async () => {
    const parts = await partsOf(sources, order, paper, format);
    const { suppliedOn, payment } = document.model;
    const { cashDiscount } = payment;
    const left = order.shipments.find(({ _id }) => _id === paper.shipmentId);
    const deliveryNote = left?.number ?? '';
    const invoiced = { number, at, suppliedOn, deliveryNote, ...(cashDiscount ? { cashDiscount } : {}) };
    if (!refund) return makePaper(sources.person, { kind: 'invoice', given: [parts, invoiced] });
    const corrected = { number: invoice.number, at: invoice.issuedAt };
    const [total, tax] = [centsToMoney(paper.totalCents), centsToMoney(paper.taxCents)];
    const note = { number, at, invoice: corrected, total, tax };
    const given = paper.part ? { ...refund, lines: refundedLines(order, paper.part) } : refund;
    return makePaper(sources.person, { kind: 'credit-note', given: [parts, note, given] });
  };
  if (!saysWhatWasIssued(order, paper)) return make();
  const payment = order.onAccount ? '' : (order.transactionId ?? '');
  const tells = refund ? (refund.state === 'failed' ? 'void' : '') : payment;
  return keptFile(sources.db, { number, format, tells }, make);
}

/** Where its payment was undone, the PDF says what is owed, and no machine is told otherwise. */
function saysWhatWasIssued(order: Order, { document }: Invoice): boolean {
  const { kind, dueCents } = document.model;
  return kind === 'credit-note' || order.onAccount || order.paid === (dueCents === 0);
}

function withoutPayment({
  refunded: _credited,
  writtenOff: _givenUp,
  cashDiscount: _taken,
  received: _part,
  overpaid: _more,
  paidAt: _when,
  transfer: _how,
  ...order
}: Order): Order {
  return { ...order, paid: false, payments: [] };
}

/** Of an order that is invoiced as it leaves, what this invoice is of. */
function withPart(order: Order, { series, part, dueOn, totalCents, taxCents }: Invoice): Order {
  if (!part || series !== 'invoice') return order;
  const byTool = new Map(part.lines.map((line) => [line.toolId, line]));
  return {
    ...order,
    lines: order.lines.flatMap((line) => {
      const left = byTool.get(line.toolId);
      if (!left) return [];
      const packs = line.unitQuantity === null ? null : (left.quantity * line.unitQuantity) / line.quantity;
      const isWhole = packs !== null && Number.isInteger(packs);
      return [
        {
          ...line,
          quantity: left.quantity,
          price: centsToMoney(left.netCents),
          ...(isWhole ? { unitQuantity: packs } : { unit: null, unitName: null, unitQuantity: null }),
        },
      ];
    }),
    goods: centsToMoney(part.lines.reduce((sum, { netCents }) => sum + netCents, 0)),
    freight: centsToMoney(part.freightCents),
    surcharge: centsToMoney(part.surchargeCents),
    tax: centsToMoney(taxCents),
    price: centsToMoney(totalCents),
    dueAt: dueOn,
  };
}

/** What a credit note takes off one invoice of several. */
function refundedLines({ lines }: Order, part: PaperPart): Refund['lines'] {
  return part.lines.flatMap(({ toolId, quantity, netCents }) => {
    const line = lines.find((each) => each.toolId === toolId);
    return line
      ? [{ toolId, tool: line.tool, sku: line.sku, quantity, price: centsToMoney(netCents), backToStock: 0 }]
      : [];
  });
}

async function partsOf(
  { db, store }: Pick<PaperSources, 'db' | 'store'>,
  order: Order,
  paper: Invoice,
  format: PaperFormat,
): Promise<GivenTo<'invoice'>[0]> {
  const { buyer, seller, zone, document } = paper;
  const isOwed = document.model.kind === 'invoice' && order.onAccount;
  return {
    language: order.language,
    currency: document.model.currency,
    zone,
    // What was owed when it was issued stays so on its invoice, whatever was paid or credited since.
    order: { ...withPart(isOwed ? withoutPayment(order) : order, paper), ...document.order },
    buyer,
    seller,
    customs: await customsOf(db, order, seller),
    logo: await printableLogo(store, seller.logo),
    format,
    facturX: saysWhatWasIssued(order, paper) ? await eInvoiceWhereKnown(db, paper, 'cii') : undefined,
  };
}
