import { centsToMoney } from '#contract/money.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Invoice } from '#server/buying/invoices/invoices.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { facturXOf } from '#server/money/e-invoices/e-invoice-file.ts';
import type { PaperParts } from './order-paper.ts';
import { wordsIn } from './paper-words.ts';
import { printableLogo } from './printable-logo.ts';

/** The PDF of an invoice: as it was issued, whatever became of order, settings and tools. */
export async function issuedInvoice(
  store: UploadStore,
  order: Order,
  invoice: Invoice,
  format: PaperFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { invoicePdf } = await import('./order-paper.ts');
  const { number, issuedAt, document } = invoice;
  const { suppliedOn } = document.model;
  return invoicePdf(await partsOf(store, order, invoice, format), { number, at: issuedAt, suppliedOn });
}

/** The PDF of a credit note, as it was issued; one whose money the bank sent back says that it is void. */
export async function issuedCreditNote(
  store: UploadStore,
  { order, invoice, note, refund }: { order: Order; invoice: Invoice; note: Invoice; refund: Refund },
  format: PaperFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { creditNotePdf } = await import('./order-paper.ts');
  const issued = {
    number: note.number,
    at: note.issuedAt,
    invoice: { number: invoice.number, at: invoice.issuedAt },
    total: centsToMoney(note.totalCents),
    tax: centsToMoney(note.taxCents),
  };
  return creditNotePdf(await partsOf(store, order, note, format), issued, refund);
}

function withoutPayment({ refunded: _credited, paidAt: _when, transfer: _how, ...order }: Order): Order {
  return { ...order, paid: false };
}

async function partsOf(
  store: UploadStore,
  order: Order,
  { buyer, seller, zone, document }: Invoice,
  format: PaperFormat,
): Promise<PaperParts> {
  const { kind, dueCents } = document.model;
  const isOwed = kind === 'invoice' && order.onAccount;
  // Where its payment was undone, the PDF says what is owed, and no machine is told otherwise.
  const agrees = kind === 'credit-note' || isOwed || order.paid === (dueCents === 0);
  return {
    say: wordsIn(document.model.currency, zone),
    // What was owed when it was issued stays so on its invoice, whatever was paid or credited since.
    order: { ...(isOwed ? withoutPayment(order) : order), ...document.order },
    buyer,
    seller,
    logo: await printableLogo(store, seller.logo),
    format,
    facturX: agrees ? facturXOf(document.model) : undefined,
  };
}
