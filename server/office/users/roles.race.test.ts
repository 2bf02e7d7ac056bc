import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shops: TestShop[];
let databases: Database[];
let turn = 0;

beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

it('admins who take the role from each other and from themselves at once, by every way there is: one is always left (attacks T92)', async () => {
  for (let round = 0; round < 8; round++) {
    await databases[0]!.raw(`update users set role = 'user' where role = 'admin'`);
    const admins = await Promise.all([0, 1, 2].map((index) => shops[0]!.person(`Chief${round}x${index}`, 'admin')));
    const answers = await Promise.all(
      admins.flatMap(({ token }, index) => {
        const other = admins[(index + 1) % admins.length]!;
        const by = (method: string, path: string, body?: object) =>
          shops[turn++ % 2]!.call(method, path, { as: token, ...(body ? { body } : {}) });
        return [
          by('PUT', `/user/role/${other.email}`, { role: 'sales' }),
          by('PUT', `/user/role/${admins[index]!.email}`, { role: 'customer' }),
          by('DELETE', `/user/${other.userId}`),
        ];
      }),
    );
    // Refused because of the last admin, because one is none any more, or because the other or oneself is gone.
    const told = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code?: string }).code));
    const known = [undefined, 'LAST_ADMIN', 'FORBIDDEN', 'INVALID_TOKEN', 'UNAUTHENTICATED', 'USER_NOT_FOUND'];
    expect(told.filter((code) => !known.includes(code))).toEqual([]);
    const [left] = await databases[1]!.raw<{ admins: number }>(
      `select count(*)::int as admins from users where role = 'admin' and not banned`,
    );
    expect(left?.admins).toBe(1);
  }
});
