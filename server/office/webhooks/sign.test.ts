import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newSecret, signedHeaders } from './sign.ts';

const body = '{"type":"order.placed","timestamp":"2030-01-01T00:00:00.000Z","data":{"number":"1001","name":"Œuvre"}}';
const now = () => new Date();

it('the library of the specification takes what is signed, with the new secret and with the former one', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signedHeaders(secrets, { id: 'msg_1', body, at: now() });
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

it('and refuses another secret, body, id, or an old moment', () => {
  const secret = newSecret();
  const headers = signedHeaders([secret], { id: 'msg_1', body, at: now() });
  const library = new Webhook(secret);
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow(WebhookVerificationError);
  expect(() => library.verify(body.replace('1001', '1002'), headers)).toThrow(WebhookVerificationError);
  expect(() => library.verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow(WebhookVerificationError);
  const old = signedHeaders([secret], { id: 'msg_1', body, at: new Date(Date.now() - 3_600_000) });
  expect(() => library.verify(body, old)).toThrow(WebhookVerificationError);
});

it('a secret is 256 random bits', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(newSecret()).not.toBe(secret);
});
