import { sentence } from '#contract/sentences.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { EInvoiceFormat, PaperFormat } from '#contract/money/papers.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { getAnyOrder, getOrder, requireApproved } from '#server/buying/orders/orders.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { languageOf } from '#server/buying/companies/languages.ts';
import { quoteNotFound, readQuote } from '#server/buying/quotes/read-quotes.ts';
import { listRefunds } from '#server/money/payments/read-refunds.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { binsOf } from '#server/catalogue/imports/kept-cells.ts';
import { documentsOf } from '#server/catalogue/documents/documents.ts';
import { eInvoiceXml, formatsOf } from '#server/money/e-invoices/e-invoice-file.ts';
import type { Invoice } from '#server/buying/invoices/invoices.ts';
import { findPaper, type IssuedPaper, issuedPdf } from './issued-papers.ts';
import { certificatesOf } from './certificates.ts';
import { customsOf } from './customs.ts';
import { makePaper } from './make-paper.ts';
import { previewPaper } from './paper-preview.ts';
import type { GivenTo } from './paper-makers.ts';
import { printableLogo } from './printable-logo.ts';

/** Papers as PDF, and as e-invoices. What makes PDFs is loaded by the thread that does, with the first. */
export function paperHandlers({ config, database, settings }: Parts & { settings: SettingsStore }) {
  const store = createUploadStore(config);
  const customerOf = (caller: Caller) => (callerMay(caller, 'orders.read') ? null : caller);

  /** The invoice of an order that has this number, or its first. @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, NO_INVOICE */
  const invoiced = async (caller: Caller, id: string, number?: string) => {
    const isMeant = (paper: Invoice) => paper.series === 'invoice' && isNumbered(paper, number);
    const found = await findPaper(database, id, customerOf(caller), isMeant);
    if (!found) throw noInvoice(await getAnyOrder(database.db, id, customerOf(caller)));
    return found;
  };
  /** @throws AppError ORDER_NOT_FOUND, NO_CREDIT_NOTE */
  const credited = async (caller: Caller, id: string, refund: string, number?: string) => {
    const isMeant = (paper: Invoice) => paper.refundId === refund && isNumbered(paper, number);
    const found = await findPaper(database, id, customerOf(caller), isMeant);
    if (!found) throw new AppError('NO_CREDIT_NOTE', sentence('There is no credit note for that.'));
    return found;
  };
  const pdfOf = ({ userId: person }: Caller, found: IssuedPaper, format: PaperFormat) =>
    called(`${found.paper.series}-${found.paper.number}`, issuedPdf({ db: database.db, store, person }, found, format));
  const xmlOf = async ({ paper }: IssuedPaper, format: EInvoiceFormat) => ({
    name: `${paper.series}-${paper.number}-${format}.xml`,
    bytes: await eInvoiceXml(database.db, paper, format),
  });
  const slips = async ({ userId }: Caller, ids: string[], format: PaperFormat) => {
    const orders = await Promise.all(ids.map((id) => getOrder(database.db, id, null)));
    const { company, currency, timeZone } = (await settings.read()).settings;
    const toolIds = orders.flatMap(({ lines }) => lines.map(({ toolId }) => toolId));
    const bins = await binsOf(database.db, [...new Set(toolIds)]);
    const [first] = orders;
    const name = first && orders.length === 1 ? `packing-slip-${first.number}` : 'packing-slips';
    return called(
      name,
      makePaper(userId, { kind: 'packing-slips', given: [orders, { company, currency, timeZone }, format, bins] }),
    );
  };

  return {
    invoice: async ({ caller, params, query }) =>
      pdfOf(caller, await invoiced(caller, params.id, query.number), query.format),

    invoiceXml: async ({ caller, params, query }) =>
      xmlOf(await invoiced(caller, params.id, query.number), query.format),

    receipt: async ({ caller, params, query }) => {
      const { order, invoice } = await invoiced(caller, params.id);
      if (order.paidAt === undefined)
        throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid, so it has no receipt.'));
      const { seller, buyer, zone, document } = invoice;
      const refunds = await listRefunds(database.db, params.id, null);
      const logo = await printableLogo(store, seller.logo);
      const { currency } = document.model;
      const { language } = order;
      const parts = { order, language, currency, zone, format: query.format, buyer, seller, logo };
      const given: GivenTo<'receipt'> = [parts, new Date(order.paidAt), refunds];
      return called(`receipt-${order.number}`, makePaper(caller.userId, { kind: 'receipt', given }));
    },

    creditNote: async ({ caller, params, query }) =>
      pdfOf(caller, await credited(caller, params.id, params.refund, query.number), query.format),

    creditNoteXml: async ({ caller, params, query }) =>
      xmlOf(await credited(caller, params.id, params.refund, query.number), query.format),

    invoiceFormats: async ({ caller, params, query }) => ({
      formats: await formatsOf(database.db, (await invoiced(caller, params.id, query.number)).paper),
    }),

    creditNoteFormats: async ({ caller, params, query }) => ({
      formats: await formatsOf(database.db, (await credited(caller, params.id, params.refund, query.number)).paper),
    }),

    proForma: async ({ caller, params, query }) => {
      const order = await getOrder(database.db, params.id, customerOf(caller));
      requireApproved(order.state);
      refuseInvoiced(order);
      const { settings: seller } = await settings.read();
      const logo = await printableLogo(store, seller.logo);
      const { currency, timeZone: zone } = seller;
      const { language } = order;
      const customs = await customsOf(database.db, order, seller);
      const parts = { order, customs, language, currency, zone, seller, buyer: order, logo, format: query.format };
      const given: GivenTo<'pro-forma'> = [parts, `${config.baseUrl}/dashboard/payment/${order._id}`];
      return called(`pro-forma-${order.number}`, makePaper(caller.userId, { kind: 'pro-forma', given }));
    },

    previewPaper: async ({ caller: { userId }, body }) => {
      const { settings: now } = await settings.read();
      return called('preview', previewPaper(database.db, store, { userId, baseUrl: config.baseUrl }, now, body));
    },

    certificates: async ({ caller, params }) =>
      certificatesOf(database.db, store, await getAnyOrder(database.db, params.id, customerOf(caller))),

    orderDocuments: async ({ caller, params }) => {
      const { lines } = await getAnyOrder(database.db, params.id, customerOf(caller));
      return documentsOf(
        database.db,
        lines.map(({ toolId }) => toolId),
      );
    },

    quotePaper: async ({ caller, params, query: { version, format } }) => {
      const quote = await readQuote(database.db, caller, params.id);
      const offer = quote.versions.at(version === undefined ? -1 : version - 1);
      if (!offer) throw quoteNotFound();
      const { settings: seller } = await settings.read();
      const logo = await printableLogo(store, seller.logo);
      const { currency, timeZone: zone, languages } = seller;
      const language = await languageOf(database.db, quote, languages);
      const parts = { quote, offer, language, currency, zone, seller, logo, format };
      const given: GivenTo<'quote'> = [parts, `${config.baseUrl}/dashboard/quotes/${quote._id}`];
      return called(`offer-${quote.number}-${offer.version}`, makePaper(caller.userId, { kind: 'quote', given }));
    },

    packingSlip: ({ caller, params, query }) => slips(caller, [params.id], query.format),
    packingSlips: ({ caller, query }) => slips(caller, query.orders, query.format),
  } satisfies Partial<Handlers>;
}

/** Only what is still to be paid first has a pro forma invoice. @throws AppError ORDER_OPEN, ORDER_PAID */
function refuseInvoiced(order: Order): void {
  if (order.state === 'open' && order.invoiceNumber === undefined)
    throw new AppError('ORDER_OPEN', sentence('This order is on account: you get an invoice with each delivery.'));
  if (order.invoiceNumber !== undefined && !order.paid)
    throw new AppError('ORDER_OPEN', sentence('This order already has an invoice to pay.'));
  if (order.paid) throw new AppError('ORDER_PAID', sentence('This order is paid: there is an invoice.'));
}

function isNumbered(paper: Invoice, number: string | undefined): boolean {
  return number === undefined || paper.number === number;
}

/** Why an order has not the invoice that is asked for. */
function noInvoice({ invoices, toInvoice, returnId }: Order): AppError {
  if (invoices.length > 0) return new AppError('NO_INVOICE', sentence('This order has no such invoice.'));
  if (returnId)
    return new AppError(
      'ORDER_NOT_PAID',
      sentence('This order replaces pieces of a return, costs nothing and has no invoice.'),
    );
  return new AppError(
    'ORDER_NOT_PAID',
    toInvoice === undefined
      ? sentence('This order is not paid, so it has no invoice yet.')
      : sentence('This order is invoiced with each delivery, and nothing of it was shipped yet.'),
  );
}

async function called(name: string, pdf: Promise<Uint8Array<ArrayBuffer>>) {
  return { name: `${name}.pdf`, bytes: await pdf };
}
