/** What a call needs that is made while the page is left: a key of its own too, since nothing more is loaded there. */
export function lastWord() {
  return { keepalive: true, headers: { 'idempotency-key': crypto.randomUUID() } };
}
