/** The times of spec §9 that apply here, in ms. Those of the server stand with what they limit (docs/identity.md). */

/** A token counts as expired this long before it is, so that none runs out on its way to the server. */
export const EARLY_MS = 30_000;
/** A token is renewed this long before it expires. */
export const RENEW_BEFORE_MS = 5 * 60_000;
/** After a renewal that failed: the first pause, doubling to the longest. */
const FIRST_PAUSE_MS = 30_000;
export const LONGEST_PAUSE_MS = 16 * 60_000;
/** How long an answer of identity may take: at a desk, on a telephone, and where the browser says that it is offline. */
export const SHORT_TIMEOUT_MS = 30_000;
export const LONG_TIMEOUT_MS = 60_000;
export const OFFLINE_TIMEOUT_MS = 5_000;
/** How often an open page looks whether its session still stands, so that a sign-out elsewhere shows. Not in the spec. */
export const CHECK_EVERY_MS = 60_000;
/** For so long the server's last word on that is believed, however often a page comes to the front. */
export const BELIEVED_MS = 5_000;

/** How long to wait after so many failed renewals in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
}
