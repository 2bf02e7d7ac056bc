import { createHmac } from 'node:crypto';
import type { Browser } from './identity-for-tests.ts';

/** The code that an authenticator app shows (RFC 6238) for a secret in base32. */
export function codeOf(secret: string, at = Date.now()): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Switches two-step sign-in on, as the account page does. */
export async function switchOnTwoSteps(
  browser: Browser,
  password = 'tradebench',
): Promise<{ secret: string; backupCodes: string[] }> {
  const { body } = await browser.post('/two-factor/enable', { password });
  const secret = new URL(String(body['totpURI'])).searchParams.get('secret') ?? '';
  const confirmed = await browser.post('/two-factor/verify-totp', { code: codeOf(secret) });
  if (confirmed.status !== 200) throw new Error(`two steps: ${JSON.stringify(confirmed.body)}`);
  return { secret, backupCodes: body['backupCodes'] as string[] };
}
