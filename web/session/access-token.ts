import { keptRecord } from './kept-record.ts';
import { EARLY_MS, RENEW_BEFORE_MS } from './times.ts';

/** When a token expires, in ms since 1970; null where it is not a token at all. */
function expiresAt(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const { exp } = keptRecord(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
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
