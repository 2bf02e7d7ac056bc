import { centsToDollars } from '#contract/money.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { getOrder } from '#server/buying/orders/orders.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { listRefunds } from '#server/money/payments/order-refunds.ts';
import { createPictureStore } from '#server/engine/pictures/picture-store.ts';
import { type Invoice, papersOf } from '#server/buying/invoices/invoices.ts';
import { wordsIn } from './paper-words.ts';
import { printableLogo } from './printable-logo.ts';

type PaperHandlers = Pick<Handlers, 'invoice' | 'receipt' | 'creditNote' | 'proForma' | 'packingSlip' | 'packingSlips'>;

/** Papers as PDF. Most processes never make one: what makes them is loaded with the first. */
export function paperHandlers({ config, database, settings }: Parts & { settings: SettingsStore }): PaperHandlers {
  const store = createPictureStore(config);
  const customerOf = (caller: Caller) => (callerMay(caller, 'orders.read') ? null : caller.userId);

  /** An order that was paid, with its invoice and what followed it. @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID */
  const paid = async (caller: Caller, id: string) => {
    const order = await getOrder(database.db, id, customerOf(caller));
    const [invoice, ...notes] = await transaction(database, (tx) => papersOf(tx, id));
    if (!order.paid || !invoice)
      throw new AppError('ORDER_NOT_PAID', 'This order is not paid, so it has no invoice yet.');
    return { order, invoice, notes };
  };
  const wordsOf = async (zone: string) => wordsIn((await settings.read()).settings.currency, zone);
  const issuerOf = async ({ buyer, seller, zone }: Invoice) => ({
    say: await wordsOf(zone),
    buyer,
    seller,
    logo: await printableLogo(store, seller.logo),
  });
  const slips = async (ids: string[], format: 'a4' | 'letter') => {
    const orders = await Promise.all(ids.map((id) => getOrder(database.db, id, null)));
    const { packingSlipsPdf } = await import('./packing-slips.ts');
    const [first] = orders;
    const name = first && orders.length === 1 ? `packing-slip-${first.number}` : 'packing-slips';
    return called(name, packingSlipsPdf(orders, (await settings.read()).settings, format));
  };

  return {
    invoice: async ({ caller, params, query }) => {
      const { order, invoice } = await paid(caller, params.id);
      const { invoicePdf } = await import('./order-paper.ts');
      const parts = { order, format: query.format, ...(await issuerOf(invoice)) };
      return called(`invoice-${invoice.number}`, invoicePdf(parts, { number: invoice.number, at: invoice.issuedAt }));
    },

    receipt: async ({ caller, params, query }) => {
      const { order, invoice } = await paid(caller, params.id);
      const refunds = await listRefunds(database.db, params.id, null);
      const { receiptPdf } = await import('./order-paper.ts');
      const parts = { order, format: query.format, ...(await issuerOf(invoice)) };
      return called(`receipt-${order.number}`, receiptPdf(parts, invoice.issuedAt, refunds));
    },

    creditNote: async ({ caller, params, query }) => {
      const order = await getOrder(database.db, params.id, customerOf(caller));
      const [invoice, ...notes] = await transaction(database, (tx) => papersOf(tx, params.id));
      const note = notes.find(({ refundId }) => refundId === params.refund);
      const refund = (await listRefunds(database.db, params.id, null)).find(({ _id }) => _id === params.refund);
      if (!invoice || !note || !refund) throw new AppError('NO_CREDIT_NOTE', 'There is no credit note for that.');
      const { creditNotePdf } = await import('./order-paper.ts');
      const issued = {
        number: note.number,
        at: note.issuedAt,
        invoice: { number: invoice.number, at: invoice.issuedAt },
        total: centsToDollars(note.totalCents),
        tax: centsToDollars(note.taxCents),
      };
      const parts = { order, format: query.format, ...(await issuerOf(note)) };
      return called(`credit-note-${note.number}`, creditNotePdf(parts, issued, refund));
    },

    proForma: async ({ caller, params, query }) => {
      const order = await getOrder(database.db, params.id, customerOf(caller));
      if (order.paid) throw new AppError('ORDER_PAID', 'This order is paid: there is an invoice.');
      const seller = (await settings.read()).settings;
      const { proFormaPdf } = await import('./order-paper.ts');
      const logo = await printableLogo(store, seller.logo);
      const say = await wordsOf(seller.timeZone);
      const parts = { order, say, seller, buyer: order, logo, format: query.format };
      return called(
        `pro-forma-${order.number}`,
        proFormaPdf(parts, `${config.baseUrl}/dashboard/payment/${order._id}`),
      );
    },

    packingSlip: ({ params, query }) => slips([params.id], query.format),
    packingSlips: ({ query }) => slips(query.orders, query.format),
  };
}

async function called(name: string, pdf: Promise<Uint8Array<ArrayBuffer>>) {
  return { name: `${name}.pdf`, bytes: await pdf };
}
