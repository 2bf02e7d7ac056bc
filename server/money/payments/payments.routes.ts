import { sentence } from '#contract/sentences.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { PaymentWays } from '#contract/money/payments.ts';
import { centsToMoney } from '#contract/money.ts';
import { leftToPay } from '#server/buying/ledger/left-to-pay.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { getAnyOrder, getOrder, requireApproved } from '#server/buying/orders/orders.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Payments } from './stripe-payments.ts';
import { discountedSumsOf } from '#server/buying/ledger/discount-offers.ts';
import { whatClosingGives } from './close-order.ts';
import { giveBackOverpaid } from './give-back.ts';
import { holdForTransfer } from './hold-for-transfer.ts';
import { listRefunds } from './read-refunds.ts';
import { askForRefund, refuseRequest } from './refund-requests.ts';

export function paymentHandlers(parts: Parts & { payments: Payments; mail: Mail; settings: SettingsStore }) {
  const { payments, database, settings } = parts;
  const customerOf = (caller: Caller) => (callerMay(caller, 'orders.read') ? null : caller);
  const waysOf = async (caller: Caller, id: string): Promise<PaymentWays> => {
    const { paid, state, number, holdUntil, received } = await getOrder(database.db, id, customerOf(caller));
    requireApproved(state);
    if (paid) throw new AppError('ORDER_PAID', sentence('This order is already paid.'));
    if (state === 'refunded') throw new AppError('ORDER_REFUNDED', sentence('This order has been credited in full.'));
    const left = await leftToPay(database.db, id);
    if (left === 0) throw new AppError('ORDER_REFUNDED', sentence('Nothing is left to pay on this order.'));
    const discounts = await discountedSumsOf(database.db, id);
    const { bankAccount } = (await settings.read()).settings.company;
    return {
      amount: centsToMoney(left),
      ...(received === undefined ? {} : { received }),
      reference: number,
      holdUntil: holdUntil ?? null,
      transfer: bankAccount,
      ...(discounts.length === 0 ? {} : { discounts }),
    };
  };
  return {
    createPaymentIntent: ({ caller, body }) => payments.createIntent(caller, body),
    payOrder: ({ caller, params, body }) => payments.confirm(caller, params.id, body),
    paymentWays: ({ caller, params }) => waysOf(caller, params.id),
    chooseTransfer: async ({ caller, params }) => {
      const { settings: now } = await settings.read();
      await transaction(database, (tx) => holdForTransfer(tx, caller, params.id, now));
      return waysOf(caller, params.id);
    },
    recordPayment: async ({ caller, params, body }) => {
      await payments.recordTransfer(caller, params.id, body);
      return shownTo(caller, await getOrder(database.db, params.id, null));
    },
    giveBack: async ({ caller, params, body }) => {
      const given = { actor: caller, orderId: params.id, wanted: body };
      await transaction(database, (tx) => giveBackOverpaid(tx, given));
      return shownTo(caller, await getAnyOrder(database.db, params.id, null));
    },
    undoPayment: async ({ caller, params, body }) => {
      await payments.undoTransfer({ actor: caller, orderId: params.id, reason: body.reason });
      return shownTo(caller, await getOrder(database.db, params.id, null));
    },
    refundOrder: ({ caller, params, body, idempotencyKey }) => payments.refund(caller, params.id, body, idempotencyKey),
    whatClosingGives: ({ caller, params }) => transaction(database, (tx) => whatClosingGives(tx, caller, params.id)),
    closeOrder: async ({ caller, params, body }) => {
      await payments.close(caller, params.id, body.reason);
      return getAnyOrder(database.db, params.id, null);
    },
    listRefunds: ({ caller, params }) => listRefunds(database.db, params.id, customerOf(caller)),
    askForRefund: ({ caller, params, body }) =>
      transaction(database, (tx) => askForRefund(tx, caller, params.id, body)),
    refuseRefund: ({ caller, params, body }) =>
      transaction(database, (tx) => refuseRequest(tx, parts, caller, params.id, body)),
    stripeWebhook: ({ request }) => payments.receiveEvent(request),
  } satisfies Partial<Handlers>;
}

/** A key that records payments and reads no orders learns nothing of who buys and where it goes. */
function shownTo(caller: Caller, order: Order): Order {
  if (callerMay(caller, 'orders.read')) return order;
  const { deliveryAddress: _goods, invoiceAddress: _invoice, refundRequest: _wish, ...rest } = order;
  const nobody = { name: '', email: '', address: '', phone: '', company: '', vatId: '', purchaseOrder: '', note: '' };
  const orderedBy = { name: '', email: '' };
  return { ...rest, ...nobody, orderedBy, costCentre: null, approval: null, buyerReference: '', shipments: [] };
}
