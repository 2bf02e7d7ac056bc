import type { Config } from '#server/config.ts';
import type { Sender } from './mail.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends through an HTTP provider that takes `{from, to, text}` as JSON with a bearer token, as Telnyx does at
 * https://api.telnyx.com/v2/messages. @throws where it answers anything but success
 */
export function smsSender({ url, token, from }: NonNullable<Config['sms']>): Sender {
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ from, to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The SMS provider answered ${response.status}`);
  };
}
