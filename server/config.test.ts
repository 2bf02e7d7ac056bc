import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/database-for-tests.ts';
import type { Log } from './log.ts';
import { type Shop, startShop } from './start.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://shop:x@127.0.0.1:5432/shop',
  AUTH_SECRET: 'a-secret-of-at-least-32-characters',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://shop:x@mail.example:465',
};

describe('production', () => {
  it('starts with all that it needs', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ production: true, stripe: { kind: 'stripe' }, host: '0.0.0.0' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a server for its data', { DATABASE_URL: '' }, 'DATABASE_URL'],
    ['without a secret', { AUTH_SECRET: '' }, 'AUTH_SECRET'],
    ['with a short secret', { AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
    ['on plain http', { BASE_URL: 'http://shop.example' }, 'BASE_URL'],
    [
      'on the payment sandbox',
      { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_SECRET_KEY',
    ],
    ['without the webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
    ['on another card provider', { STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_API_BASE'],
    ['on the demo mailbox', { SMTP_URL: '' }, 'SMTP_URL'],
    ['without limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
  ])('refuses to start %s, and says which variable it is (attacks T106)', (_how, changes, named) => {
    expect(() => readConfig({ ...PRODUCTION, ...changes })).toThrow(ConfigError);
    expect(() => readConfig({ ...PRODUCTION, ...changes })).toThrow(named);
  });
});

describe('a production shop', () => {
  let shop: Shop;
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    shop = await startShop({ config: readConfig(PRODUCTION), log: silent, database });
  });
  afterAll(() => shop.close());

  it.each([
    ['GET', '/sandbox/stripe/v3.js'],
    ['GET', '/sandbox/stripe'],
    ['POST', '/v1/payment_intents'],
    ['GET', '/sandbox/google/authorize'],
    ['GET', '/sandbox/google/.well-known/openid-configuration'],
    ['GET', '/demo/mailbox'],
  ])('has nothing at %s %s (attacks T106)', async (method, path) => {
    const answer = await shop.app.fetch(new Request(`https://shop.example${path}`, { method }));
    expect(answer.status).toBe(404);
  });

  it('tells its pages of no sandbox (attacks T106)', async () => {
    const answer = await shop.app.fetch(new Request('https://shop.example/config.json'));
    expect(await answer.json()).toMatchObject({ paymentSandbox: false, demo: false });
  });
});
