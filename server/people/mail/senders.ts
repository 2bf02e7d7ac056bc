import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { settles } from '#server/engine/outside/settles.ts';
import { oneLine } from './one-line.ts';
import type { Sender } from './sender.ts';
import { tracedFetch } from '#server/engine/observe/traced-fetch.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';
import { LetterRefused } from './letter-refused.ts';

const LONGEST_SENDING_MS = 60_000;

/**
 * Sends through the mail server at an address.
 * @param shopName who writes where MAIL_FROM names nobody
 * @throws where it does not take the letter, or takes longer than a minute
 */
export function smtpSender(
  url: string,
  { name, address }: Config['mailFrom'],
  shopName: () => Promise<string>,
): Sender {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  const host = address.slice(address.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, html, attachments }) => {
    const message = {
      from: { name: name ?? oneLine(await shopName()), address },
      // An object, so that one address is never read as a list of them.
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments: attachments.map(({ name, bytes }) => ({ filename: name, content: Buffer.from(bytes) })),
      messageId: `<${id}@${host}>`,
      // So that no holiday notice answers it (RFC 3834 §5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    // Its own limits are of pauses: a server that says a byte now and then would be waited for without end.
    await settles(LONGEST_SENDING_MS, (signal) => transport.sendMail({ ...message, signal }));
  };
}

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
