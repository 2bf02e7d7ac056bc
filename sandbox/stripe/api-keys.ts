import { timingSafeEqual } from 'node:crypto';
import { StripeProblem } from './problems.ts';

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/**
 * Whose call it is, by `Authorization: Bearer`, by Basic with the key as user name, or by `key` in a browser's form.
 * @throws 401 without a key or with one that does not exist.
 */
export function keyOf(headers: Headers, form: URLSearchParams, keys: Keys): 'secret' | 'publishable' {
  const given = fromHeader(headers.get('authorization')) ?? form.get('key');
  if (!given) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    });
  }
  if (same(given, keys.secretKey)) return 'secret';
  if (same(given, keys.publishableKey)) return 'publishable';
  throw new StripeProblem(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${masked(given)}`,
  });
}

export function secretKeyRequired(): StripeProblem {
  return new StripeProblem(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  });
}

function fromHeader(header: string | null): string | undefined {
  const [scheme, value] = (header ?? '').split(' ');
  if (!value) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

function same(given: string, key: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(key);
  return a.length === b.length && timingSafeEqual(a, b);
}

function masked(key: string): string {
  return key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}
