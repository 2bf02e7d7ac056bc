import { writtenDay } from '../days.ts';
import type { ReceivedPayment } from './payments.ts';

/** How a payment came, as screens, papers and letters say it after its sum. */
export function howItCame({ method, day, reference }: Pick<ReceivedPayment, 'method' | 'day' | 'reference'>): string {
  if (method === 'card') return 'by card';
  if (method === 'credit') return `by credit of the account, ${reference}`;
  return `by bank transfer of ${writtenDay(day)}, reference ${reference}`;
}

/**
 * The card provider's number of a payment, by which it is found there; empty for transfers and what an account paid, whose numbers nobody
 * outside the shop knows.
 */
export function cardPaymentId({ transactionId = '' }: { transactionId?: string | undefined }): string {
  return transactionId.startsWith('pi_') ? transactionId : '';
}

/** The payments of an order that nobody took back. */
export function standing(payments: ReceivedPayment[]): ReceivedPayment[] {
  return payments.filter(({ reversed }) => !reversed);
}
