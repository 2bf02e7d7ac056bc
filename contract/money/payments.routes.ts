import { z } from 'zod';
import { ModifiedCount } from '../counts.ts';
import { Order } from '../buying/orders.ts';
import { ClientSecret, NewBankPayment, NewPaymentIntent, OrderPayment, PaymentUndo, PaymentWays } from './payments.ts';
import { NewRefund, NewRefundRequest, Refund, RefundRefusal, RefundRequest } from './refunds.ts';
import { defineRoutes } from '../route.ts';

/** Money in and back: cards, bank transfers, refunds, and what the card provider tells. */
export const paymentRoutes = defineRoutes({
  payOrder: {
    call: 'PATCH /order/:id',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Tell that an order was paid; the server asks the provider',
    body: OrderPayment,
    answer: ModifiedCount,
    errors: [
      'ORDER_NOT_FOUND',
      'APPROVAL_NEEDED',
      'NUMBERS_UNKNOWN',
      'PAYMENT_NOT_CONFIRMED',
      'PAYMENT_MISMATCH',
      'PAYMENT_UNAVAILABLE',
      'RATE_LIMITED',
    ],
  },
  createPaymentIntent: {
    call: 'POST /create-payment-intent',
    key: 'none',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: "The client secret of an order's one payment intent",
    body: NewPaymentIntent,
    answer: ClientSecret,
    errors: [
      'NUMBERS_UNKNOWN',
      'ORDER_REQUIRED',
      'ORDER_NOT_FOUND',
      'APPROVAL_NEEDED',
      'ORDER_PAID',
      'PRICE_MISMATCH',
      'AMOUNT_TOO_SMALL',
      'PAYMENT_UNAVAILABLE',
    ],
  },
  refundOrder: {
    call: 'POST /order/:id/refund',
    access: 'staff:orders.refund',
    summary:
      'Give back the money of a paid order, or credit an open one: lines, an amount, or all: true for all that is left, with or without pieces into stock',
    body: NewRefund,
    answer: Refund,
    status: 201,
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_NOT_PAID',
      'NUMBERS_UNKNOWN',
      'REFUND_TOO_LARGE',
      'MORE_THAN_ORDERED',
      'MORE_THAN_SHIPPED',
    ],
    key: 'own',
  },
  listRefunds: {
    call: 'GET /order/:id/refund',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read'],
    summary: 'What was given back of an order, oldest first; of anybody for staff',
    answer: z.array(Refund),
    errors: ['ORDER_NOT_FOUND'],
  },
  askForRefund: {
    call: 'POST /order/:id/refund-request',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Ask for the money of an own paid order, all of it or some lines',
    body: NewRefundRequest,
    answer: RefundRequest,
    status: 201,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'REFUND_REQUESTED', 'REFUND_TOO_LARGE', 'MORE_THAN_ORDERED'],
  },
  refuseRefund: {
    call: 'POST /order/:id/refund-request/refuse',
    access: 'staff:orders.refund',
    summary: 'Refuse a refund that a buyer asked for; the buyer is told why by letter',
    body: RefundRefusal,
    answer: RefundRequest,
    errors: ['ORDER_NOT_FOUND', 'NO_REFUND_REQUEST'],
  },
  paymentWays: {
    call: 'GET /order/:id/payment',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read'],
    summary: 'How an unpaid order can be paid; of anybody for staff',
    answer: PaymentWays,
    errors: ['ORDER_NOT_FOUND', 'APPROVAL_NEEDED', 'ORDER_PAID', 'ORDER_REFUNDED'],
  },
  chooseTransfer: {
    call: 'POST /order/:id/payment/transfer',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary:
      'Say that an unpaid order will be paid by bank transfer: its stock is held for as long as the owner gives one',
    answer: PaymentWays,
    errors: ['ORDER_NOT_FOUND', 'ORDER_PAID', 'ORDER_REFUNDED', 'APPROVAL_NEEDED', 'FORBIDDEN'],
  },
  recordPayment: {
    call: 'POST /order/:id/payment',
    access: 'staff:orders.record-payment',
    summary: 'Record that the money for an order came by bank transfer, in full: the order is paid',
    body: NewBankPayment,
    answer: Order,
    status: 201,
    errors: ['ORDER_NOT_FOUND', 'APPROVAL_NEEDED', 'ORDER_PAID', 'ORDER_REFUNDED', 'NUMBERS_UNKNOWN'],
  },
  undoPayment: {
    call: 'POST /order/:id/payment/undo',
    access: 'staff:orders.record-payment',
    summary: 'Take back that the money for an order came by bank transfer: it is owed, and keeps its invoice',
    body: PaymentUndo,
    answer: Order,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'ORDER_REFUNDED', 'NOT_A_TRANSFER'],
  },
  stripeWebhook: {
    call: 'POST /webhooks/stripe',
    key: 'none',
    access: 'signature',
    summary: "The card provider's events",
    answer: z.object({ received: z.boolean() }),
    errors: ['INVALID_SIGNATURE'],
  },
});
