import { expect, test } from 'vitest';
import { createAuth } from './auth.ts';
import { identityRoutes } from '#contract/people/identity-calls.ts';
import { callAt } from './calls.ts';
import { createLimits } from '#server/engine/http/limits.ts';
import { testIdentity } from './identity-for-tests.ts';
import { company } from '#content/company.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

test('whatever better-auth could answer is either a call of ours or not there', async () => {
  const shop = await testIdentity();
  const { config, database } = shop;
  const mail = { send: async () => {}, close: async () => {} };
  const parts = {
    config,
    database,
    log,
    limits: createLimits(database),
    issuer: undefined,
    secrets: { secret: config.authSecret },
    shop: async () => ({ company, languages: ['en' as const] }),
    beforeLeaving: async () => {},
  };
  const auth = createAuth({ ...parts, mail: mail as never });
  const mounted = Object.values(auth.api).map((endpoint) => endpoint as { path?: string });
  const paths = [...new Set(mounted.flatMap(({ path }) => (path === undefined ? [] : [path])))];
  expect(paths.length).toBeGreaterThan(50);

  const concrete = (path: string) => path.replace(/:id$/, 'google').replace(/:\w+/g, 'x');
  const hidden = paths.filter((path) => callAt(concrete(path)) === undefined);
  expect(hidden).toEqual(expect.arrayContaining(['/admin/set-role', '/admin/impersonate-user', '/ok', '/error']));
  const ada = shop.browser();
  await shop.add('Ada', 'admin');
  await ada.signIn('Ada');
  const before = await shop.digest();
  for (const path of hidden) {
    const missing = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await ada.get(concrete(path)), path).toMatchObject(missing);
    expect(await ada.post(concrete(path)), path).toMatchObject(missing);
  }
  expect(await shop.digest()).toBe(before);

  const answered = new Set(paths.map(concrete));
  expect(Object.keys(identityRoutes).filter((path) => !answered.has(path))).toEqual([]);
  await shop.close();
});
