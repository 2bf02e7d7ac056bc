import type { Config } from '#server/config.ts';
import { tracedFetch } from '#server/engine/observe/traced-fetch.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';
import { LetterRefused } from './letter-refused.ts';
import type { Sender } from './sender.ts';

const TIMEOUT_MS = 10_000;
/** Answers that another try would get again; the others are about the account, the pace or the provider itself. */
const ABOUT_THE_MESSAGE = new Set([400, 404, 410, 413, 422]);

/**
 * Sends through an HTTP provider that takes `{from, to, text}` as JSON with a bearer token, as Telnyx does at
 * https://api.telnyx.com/v2/messages. @throws where it answers anything but success; LetterRefused where it
 * will never take this message
 */
export function smsSender({ url, token, from }: NonNullable<Config['sms']>): Sender {
  const send = tracedFetch('sms', settlingFetch({ limitMs: TIMEOUT_MS, maxBytes: 65_536 }));
  return async ({ to, text }) => {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ from, to, text }),
      redirect: 'error',
    });
    if (response.ok) return;
    const failure = ABOUT_THE_MESSAGE.has(response.status) ? LetterRefused : Error;
    throw Object.assign(new failure(`The SMS provider answered ${response.status}`), { status: response.status });
  };
}
