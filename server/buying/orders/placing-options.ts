import type { NewOrder } from '#contract/buying/orders.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { PlacingOptions } from './place-order.ts';

const DAY_MS = 86_400_000;

/** What an order is placed under by the settings of now. */
export async function placingOptions(
  { config, settings }: Pick<Parts, 'config'> & { settings: SettingsStore },
  { pay }: Pick<NewOrder, 'pay'>,
  idempotencyKey?: string,
): Promise<PlacingOptions> {
  const { terms, holdMs, settings: now } = await settings.read();
  return {
    idempotencyKey,
    rateLimits: config.rateLimits,
    shop: terms,
    invoicing: now.invoicing,
    // A transfer takes its days.
    holdMs: pay === 'transfer' ? now.transferHoldDays * DAY_MS : holdMs,
  };
}
