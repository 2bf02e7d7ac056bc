import type { ReceivedPayment } from '#contract/money/payments.ts';
import type { Words } from '#server/engine/words/words.ts';

/** How a payment came, as papers and letters say it behind its day or its sum. */
export function paymentWay(
  { method, day, reference }: Pick<ReceivedPayment, 'method' | 'day' | 'reference'>,
  say: Words,
): string {
  if (method === 'card') return say('by card');
  if (method === 'credit') return say('by credit of the account, {reference}', { reference });
  return say('by bank transfer of {day}, reference {reference}', { day: say.written(day), reference });
}
