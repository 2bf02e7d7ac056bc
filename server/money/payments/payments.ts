import type { NewFirmIntent } from '#contract/money/account.ts';
import type { NewBankPayment, NewPaymentIntent, OrderPayment } from '#contract/money/payments.ts';
import type { NewRefund, Refund } from '#contract/money/refunds.ts';
import type { z } from 'zod';
import type { Caller } from '#server/engine/http/caller.ts';

/** What the rest of the server asks of payments; made by createPayments in stripe-payments.ts. */
export interface Payments {
  /** The client secret of the order's one payment intent. @throws AppError ORDER_REQUIRED, ORDER_NOT_FOUND, ORDER_PAID, PRICE_MISMATCH, AMOUNT_TOO_SMALL, PAYMENT_UNAVAILABLE */
  createIntent(caller: Caller, wanted: z.output<typeof NewPaymentIntent>): Promise<{ clientSecret: string }>;
  /** Asks the provider whether the order is paid. @throws AppError ORDER_NOT_FOUND, PAYMENT_NOT_CONFIRMED, PAYMENT_MISMATCH, PAYMENT_UNAVAILABLE, RATE_LIMITED */
  confirm(caller: Caller, orderId: string, payment: z.output<typeof OrderPayment>): Promise<{ modifiedCount: number }>;
  /** The client secret of a card payment of several invoices of a firm. @throws AppError as beginFirmPayment does */
  beginForFirm(
    caller: Caller,
    companyId: string,
    wanted: NewFirmIntent,
  ): Promise<{ clientSecret: string; amount: number }>;
  /** Asks the provider whether they are paid. @throws AppError as confirmFirmPayment does */
  confirmForFirm(caller: Caller, companyId: string, transactionId: string): Promise<{ modifiedCount: number }>;
  /** The provider's signed event. @throws AppError INVALID_SIGNATURE before any database access */
  receiveEvent(request: Request): Promise<{ received: boolean }>;
  /**
   * Gives back money of a paid order, or takes it off what is owed of an open one, as staff decide; a repeat with the same key is the same refund.
   * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, REFUND_TOO_LARGE {refundable}, MORE_THAN_ORDERED, IDEMPOTENCY_MISMATCH
   */
  refund(actor: Caller, orderId: string, wanted: NewRefund, idempotencyKey: string | undefined): Promise<Refund>;
  /**
   * Records that an order's money came by bank transfer; a repeat with the same key changes nothing.
   * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, IDEMPOTENCY_MISMATCH
   */
  recordTransfer(
    actor: Caller,
    orderId: string,
    wanted: NewBankPayment,
    idempotencyKey: string | undefined,
  ): Promise<void>;
  /** Takes back that an order's money came by bank transfer: the order is owed. @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, NOT_A_TRANSFER, ORDER_REFUNDED */
  undoTransfer(actor: Caller, orderId: string, reason: string): Promise<void>;
  /** After commit of an action that closed an order without payment: cancel its intent, or give back money that came all the same. */
  settleSoon(orderId: string): void;
  /** Starts what runs beside the requests: expiry, sweep, refunds. */
  start(): void;
  stop(): Promise<void>;
}
