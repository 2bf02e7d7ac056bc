/** A token counts as expired this long before it is, so that none runs out on its way to the server (spec §9). */
export const EARLY_MS = 30_000;
/** A token is renewed this long before it expires (spec §9). */
export const RENEW_BEFORE_MS = 5 * 60_000;
/** After a renewal that failed: the first pause, doubling to the longest (spec §9). */
export const FIRST_PAUSE_MS = 30_000;
export const LONGEST_PAUSE_MS = 16 * 60_000;

/** When a token expires, in ms since 1970; null where it is not a token at all. */
export function expiresAt(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof exp === 'number' ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

/** Whether a token may still be sent at `now` (ms). */
export function isUsable(token: string, now: number): boolean {
  const end = expiresAt(token);
  return end !== null && end - EARLY_MS > now;
}

/** In how many ms a token should be renewed; 0 for at once. */
export function renewalDueIn(token: string, now: number): number {
  const end = expiresAt(token);
  return end === null ? 0 : Math.max(0, end - RENEW_BEFORE_MS - now);
}

/** How long to wait after so many failed renewals in a row, in ms. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
}
