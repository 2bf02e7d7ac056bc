import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const NAMES = Object.keys(routes) as RouteName[];

it.each(NAMES)('%s refuses a name in its query that it does not know', async (name) => {
  const { method, path, access } = routes[name] as Route;
  const of = path.replace(':email', ada.email).replace(/:n$/, '1').replaceAll(/:\w+/g, 'some-id');
  const answer = await shop.call(method, `${of}?unheard=1`, {
    ...(access === 'public' || access === 'signature' ? {} : { as: ada.token }),
    ...(method === 'GET' ? {} : { body: {} }),
  });
  expect(answer.status).toBe(400);
  const { code, issues } = (await answer.json()) as { code: string; issues: { path: string }[] };
  expect([code, issues.map(({ path: at }) => at)]).toEqual(['VALIDATION_ERROR', expect.arrayContaining(['unheard'])]);
});

const WITHOUT_BODY = NAMES.filter((name) => {
  const { method, body, takes, access } = routes[name] as Route;
  return method !== 'GET' && method !== 'DELETE' && !body && !takes && access !== 'signature';
});

it.each(WITHOUT_BODY)(
  '%s, which takes no body, refuses one that says something, and one that is broken',
  async (name) => {
    const { method, path } = routes[name] as Route;
    const of = path.replace(':email', 'nobody@tradebench.test').replaceAll(/:\w+/g, 'some-id');
    const send = async (body: string, type: string) => {
      const answer = await shop.call(method, of, { as: ada.token, body, headers: { 'content-type': type } });
      return ((await answer.json()) as { code: string }).code;
    };
    expect(await send('{"unheard":1}', 'application/json')).toBe('VALIDATION_ERROR');
    expect(await send('{"unheard":', 'application/json')).toBe('INVALID_JSON');
    expect(await send('unheard', 'text/plain')).toBe('UNSUPPORTED_MEDIA_TYPE');
    // Clients that say a type with every call are heard as those that say none.
    const heard = await send('', 'application/json');
    expect(heard).toBe(await send('{}', 'application/json'));
    expect(['VALIDATION_ERROR', 'INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE']).not.toContain(heard);
  },
);

it('a refusal names a thousand complaints at most', async () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 1]));
  const answer = await shop.call('POST', '/tool', { as: ada.token, body });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { issues: unknown[] }).issues).toHaveLength(1000);
});
