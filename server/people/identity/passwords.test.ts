import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { startShop } from '#server/shop/start.ts';
import { emailOf, testIdentity } from './identity-for-tests.ts';
import { quickPasswords } from './quick-passwords-for-tests.ts';

const scrypted = (password: string, salt: string) =>
  scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex');
const environment = {
  AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
  BASE_URL: 'http://shop.test',
  LOG_LEVEL: 'silent',
  NODE_ENV: 'test',
  PASSWORDS: 'quick',
  PASSWORD_COST: '16',
  SCRYPT_N: '16',
};

test('a shop that is started hashes at full strength, whatever its environment says (attacks T69)', async () => {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const shop = await startShop({ config: readConfig(environment), log: silent, database: await freshDatabase() });
  const answer = await shop.app.fetch(
    new Request('http://shop.test/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://shop.test' },
      body: JSON.stringify({ name: 'Frida', email: emailOf('Frida'), password: 'sesame seeds' }),
    }),
  );
  expect(answer.status).toBe(200);
  const [account] = await shop.parts.database.raw<{ password: string }>(
    'select a.password from accounts a join users u on u.id = a.user_id where u.email = $1',
    [emailOf('Frida')],
  );
  const [salt = '', key] = account!.password.split(':');
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(key).toBe(scrypted('sesame seeds', salt));
  await shop.close();
});

test.each(['server/run.ts', 'server/serve.ts', 'server/cli.ts'])('%s chooses no other way to hash', (path) => {
  expect(readFileSync(join(projectRoot, path), 'utf8')).not.toMatch(/\bpasswords\b/);
});

test('a hash that tests made opens no account of the shop', async () => {
  const shop = await testIdentity();
  await shop.add('Alice');
  expect((await shop.browser().signIn('Alice')).status).toBe(200);
  const real = await startShop({
    config: shop.config,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    database: shop.database,
  });
  const answer = await real.app.fetch(
    new Request(`${shop.config.baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.config.baseUrl },
      body: JSON.stringify({ email: emailOf('Alice'), password: 'tradebench' }),
    }),
  );
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await real.close();
});

test("the tests' way to hash tells passwords apart, and knows those of full strength", async () => {
  const hash = await quickPasswords.hash('sesame');
  expect(hash).not.toBe(await quickPasswords.hash('sesame'));
  expect(await quickPasswords.verify({ hash, password: 'sesame' })).toBe(true);
  expect(await quickPasswords.verify({ hash, password: 'Sesame' })).toBe(false);
  const salt = '0'.repeat(32);
  const full = `${salt}:${scrypted('sesame', salt)}`;
  expect(await quickPasswords.verify({ hash: full, password: 'sesame' })).toBe(true);
  expect(await quickPasswords.verify({ hash: full, password: 'Sesame' })).toBe(false);
});
