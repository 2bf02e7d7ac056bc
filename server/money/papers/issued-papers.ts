import { centsToMoney } from '#contract/money.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Invoice } from '#server/buying/invoices/invoices.ts';
import { keptFile } from '#server/buying/invoices/issued-files.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { facturXOf } from '#server/money/e-invoices/e-invoice-file.ts';
import type { PaperParts } from './order-paper.ts';
import { wordsIn } from './paper-words.ts';
import { printableLogo } from './printable-logo.ts';

/** What the papers of an order are made with. */
interface PaperSources {
  db: Db;
  /** Has the logo. */
  store: UploadStore;
}

/**
 * The PDF of an invoice: the bytes that it had when it was first made, whatever became of order, settings, tools and code.
 * One that was paid before it was issued names its payment; where that was undone, it says what is owed now.
 */
export async function issuedInvoice(
  sources: PaperSources,
  order: Order,
  invoice: Invoice,
  format: PaperFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { number, issuedAt, document } = invoice;
  const { suppliedOn } = document.model;
  const make = async () => {
    const { invoicePdf } = await import('./order-paper.ts');
    return invoicePdf(await partsOf(sources, order, invoice, format), { number, at: issuedAt, suppliedOn });
  };
  if (!saysWhatWasIssued(order, invoice)) return make();
  const tells = order.onAccount ? '' : (order.transactionId ?? '');
  return keptFile(sources.db, { number, format, tells }, make);
}

/** The PDF of a credit note, as it was first made; one whose money the bank sent back says that it is void. */
export async function issuedCreditNote(
  sources: PaperSources,
  { order, invoice, note, refund }: { order: Order; invoice: Invoice; note: Invoice; refund: Refund },
  format: PaperFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const issued = {
    number: note.number,
    at: note.issuedAt,
    invoice: { number: invoice.number, at: invoice.issuedAt },
    total: centsToMoney(note.totalCents),
    tax: centsToMoney(note.taxCents),
  };
  const tells = refund.state === 'failed' ? 'void' : '';
  return keptFile(sources.db, { number: note.number, format, tells }, async () => {
    const { creditNotePdf } = await import('./order-paper.ts');
    return creditNotePdf(await partsOf(sources, order, note, format), issued, refund);
  });
}

/** Where its payment was undone, the PDF says what is owed, and no machine is told otherwise. */
function saysWhatWasIssued(order: Order, { document }: Invoice): boolean {
  const { kind, dueCents } = document.model;
  return kind === 'credit-note' || order.onAccount || order.paid === (dueCents === 0);
}

function withoutPayment({ refunded: _credited, paidAt: _when, transfer: _how, ...order }: Order): Order {
  return { ...order, paid: false };
}

async function partsOf(
  { db, store }: PaperSources,
  order: Order,
  paper: Invoice,
  format: PaperFormat,
): Promise<PaperParts> {
  const { buyer, seller, zone, document } = paper;
  const isOwed = document.model.kind === 'invoice' && order.onAccount;
  return {
    say: wordsIn(document.model.currency, zone),
    // What was owed when it was issued stays so on its invoice, whatever was paid or credited since.
    order: { ...(isOwed ? withoutPayment(order) : order), ...document.order },
    buyer,
    seller,
    logo: await printableLogo(store, seller.logo),
    format,
    facturX: saysWhatWasIssued(order, paper) ? await facturXOf(db, paper) : undefined,
  };
}
