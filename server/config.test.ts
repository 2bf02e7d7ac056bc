import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import type { Database } from './engine/db/client.ts';
import { freshDatabase } from './engine/db/database-for-tests.ts';
import { endDemo, refuseOpenDemo } from '#server/shop/seed/demo-accounts.ts';
import { createPasswordAccount } from './people/identity/accounts.ts';
import type { Log } from './log.ts';
import { type Shop, startShop } from '#server/shop/start.ts';

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
    ['with made-up orders', { SEED_ORDERS: '1000' }, 'SEED_ORDERS'],
  ])('refuses to start %s, and says which variable it is (attacks T106)', (_how, changes, named) => {
    expect(() => readConfig({ ...PRODUCTION, ...changes })).toThrow(ConfigError);
    expect(() => readConfig({ ...PRODUCTION, ...changes })).toThrow(named);
  });
});

describe('made-up orders', () => {
  it('are as many as SEED_ORDERS says, none where it says nothing', () => {
    expect(readConfig({ SEED_ORDERS: '3000000' }).seedOrders).toBe(3_000_000);
    expect(readConfig({}).seedOrders).toBe(0);
  });

  it.each(['-1', '1.5', 'many', '10000001', 'Infinity'])('refuses to start with SEED_ORDERS=%s', (given) => {
    expect(() => readConfig({ SEED_ORDERS: given })).toThrow('SEED_ORDERS must be');
  });
});

describe('the sender of letters', () => {
  it.each([
    ['orders@shop.example', { name: undefined, address: 'orders@shop.example' }],
    ['Acme Tools <orders@shop.example>', { name: 'Acme Tools', address: 'orders@shop.example' }],
    ['"Acme, Tools" <orders@shop.example>', { name: 'Acme, Tools', address: 'orders@shop.example' }],
    ['', { name: undefined, address: 'no-reply@shop.example' }],
  ])('MAIL_FROM=%s', (given, from) => {
    expect(readConfig({ ...PRODUCTION, MAIL_FROM: given }).mailFrom).toEqual(from);
  });

  it.each(['orders', 'a@b@c', 'Acme <orders>', 'a@shop.example, b@shop.example'])('refuses MAIL_FROM=%s', (given) => {
    expect(() => readConfig({ ...PRODUCTION, MAIL_FROM: given })).toThrow('MAIL_FROM must be an address');
  });
});

describe('a shop that is not told to be production', () => {
  const live = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  it.each<[string, Record<string, string>, string]>([
    ['with live keys', live, 'STRIPE_SECRET_KEY'],
    ['with a restricted live key', { ...live, STRIPE_SECRET_KEY: 'rk_live_x' }, 'STRIPE_SECRET_KEY'],
    ['under a public name', { BASE_URL: 'https://shop.example' }, 'BASE_URL'],
    ['under a public address', { BASE_URL: 'http://9.9.9.9:3000' }, 'BASE_URL'],
  ])('refuses to start %s, where the stand-ins would let anybody in', (_how, settings, named) => {
    expect(() => readConfig({ AUTH_SECRET: PRODUCTION.AUTH_SECRET, ...settings })).toThrow(ConfigError);
    expect(() => readConfig({ AUTH_SECRET: PRODUCTION.AUTH_SECRET, ...settings })).toThrow(named);
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:3000', 'http://192.168.1.5:3000', 'http://shop:3000'])(
    'starts at %s',
    (address) => {
      expect(readConfig({ AUTH_SECRET: PRODUCTION.AUTH_SECRET, BASE_URL: address }).baseUrl).toBe(address);
    },
  );
});

it.each([
  ['TRUSTED_PROXIES', '10.0.0.1, proxy'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['IMAGE_HOSTS', 'https://images.example'],
  ['WEBHOOK_HOSTS', 'https://erp.internal'],
  ['WEBHOOK_HOSTS', '10.0.0.0/33'],
  ['IMAGE_HOSTS', 'images.example/pictures'],
])('%s=%s cannot be read and is refused', (name, value) => {
  expect(() => readConfig({ ...PRODUCTION, [name]: value })).toThrow(name);
});

describe('a production shop', () => {
  let shop: Shop;
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    await endDemo(database);
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

describe('a database that was begun as a demo', () => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());
  const production = () => refuseOpenDemo(database, { production: true });

  it('is not served in production while the known password opens it, to whatever address its admin changed', async () => {
    await expect(production()).rejects.toThrow(/ada@tradebench\.test.*end-demo/);
    await database.raw(`update users set email = 'boss@shop.example' where email = 'ada@tradebench.test'`);
    await expect(production()).rejects.toThrow('boss@shop.example');
    await refuseOpenDemo(database, { production: false });
  });

  it("is once the demo's people are gone, and who changed the password stays", async () => {
    const theirs = await createPasswordAccount(database, {
      email: 'owner@shop.example',
      name: 'Olive',
      role: 'admin',
      password: 'a password of their own',
    });
    expect(await endDemo(database)).toEqual({
      removed: ['alice@tradebench.test', 'bob@tradebench.test', 'carol@tradebench.test'],
      locked: ['boss@shop.example'],
    });
    await production();
    const ways = await database.raw<{ user_id: string }>('select user_id from accounts');
    expect(ways).toEqual([{ user_id: theirs }]);
  });
});
