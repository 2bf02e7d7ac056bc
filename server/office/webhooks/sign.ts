import { createHmac, randomBytes } from 'node:crypto';

/** How secrets of webhooks begin, by the Standard Webhooks specification. */
const PREFIX = 'whsec_';

/** A new secret: 256 random bits. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/**
 * The headers of a message by the Standard Webhooks specification.
 * @param secrets one signature each, so that a receiver that knows any of them can verify
 * @param at when it is sent, so that a receiver can refuse what somebody recorded
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
