import { sentence } from '#contract/sentences.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import { may } from '#contract/policy.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { settingsNow } from '#server/office/settings/settings.ts';

/**
 * What those who sell may give back of one order in all.
 * @param before what of it went back, or is on its way, in cents
 * @throws AppError REFUND_LIMIT {limit, left}
 */
export async function requireWithinLimit(tx: Tx, actor: Caller, before: number, amountCents: number): Promise<void> {
  if (may(actor.role, 'orders.refund-any')) return;
  const { salesRefundLimit: limit, currency } = await settingsNow(tx);
  if (limit === null) return;
  const left = Math.max(0, cents(limit) - before);
  if (amountCents <= left) return;
  const money = (sum: number) => formatMoney(centsToMoney(sum), currency);
  throw new AppError(
    'REFUND_LIMIT',
    sentence('You can refund up to {limit} of an order, and {left} is left of that. Ask an admin for more.', {
      limit: money(cents(limit)),
      left: money(left),
    }),
    { facts: { limit, left: centsToMoney(left) } },
  );
}
