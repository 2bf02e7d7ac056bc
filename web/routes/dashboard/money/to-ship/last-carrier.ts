const KEY = 'tradebench.carrier';

/** Whom this tab shipped with last: most parcels of a day go with the same carrier. */
export function lastCarrier(): string {
  return window.sessionStorage.getItem(KEY) ?? '';
}

export function rememberCarrier(carrier: string): void {
  window.sessionStorage.setItem(KEY, carrier);
}
