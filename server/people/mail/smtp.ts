import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { settles } from '#server/engine/outside/settles.ts';
import { oneLine } from './one-line.ts';
import type { Sender } from './sender.ts';

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
