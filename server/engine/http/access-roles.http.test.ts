import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { may, type Permission, PERMISSIONS, permissionsOf, POLICY, type Role, ROLES } from '#contract/policy.ts';
import { permissionsFor, type Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { callAbout } from './access-cases-for-tests.ts';

/** The contract's table of roles, written once more by hand, so that a slip in contract/policy.ts is seen. */
const TABLE: Record<Permission, string> = {
  'orders.read': 'admin sales warehouse bookkeeper',
  'orders.change': 'admin sales',
  'orders.refund': 'admin sales',
  'orders.refund-any': 'admin',
  prices: 'admin sales bookkeeper',
  'orders.ship': 'admin sales warehouse',
  'orders.record-payment': 'admin sales bookkeeper',
  'tools.read': 'admin sales warehouse bookkeeper',
  'tools.write': 'admin sales',
  'tools.stock': 'admin sales warehouse',
  'tools.remove': 'admin',
  supply: 'admin sales warehouse',
  'companies.read': 'admin sales bookkeeper',
  companies: 'admin sales',
  'companies.terms': 'admin bookkeeper',
  quotes: 'admin sales',
  returns: 'admin sales',
  reviews: 'admin sales',
  punchout: 'admin sales',
  export: 'admin sales bookkeeper',
  books: 'admin bookkeeper',
  settings: 'admin',
  pages: 'admin',
  users: 'admin',
  audit: 'admin',
  figures: 'admin',
  'api-keys': 'admin',
  webhooks: 'admin',
};

let shop: TestShop;
const tokens = {} as Record<Role, string>;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  for (const role of ROLES) {
    const person = await shop.person(`The${role}`, role === 'customer' ? 'user' : role);
    tokens[role] = person.token;
  }
});
afterAll(() => shop.close());

it.each(PERMISSIONS)('%s is for whom the contract says', (permission) => {
  expect([...POLICY[permission]].toSorted()).toEqual(TABLE[permission].split(' ').toSorted());
});

it('a customer may nothing of it, an admin everything', () => {
  expect(permissionsOf('customer')).toEqual([]);
  expect(permissionsOf('admin')).toEqual(PERMISSIONS);
});

const staffRoutes = (Object.entries(routes) as [string, Route][]).flatMap(([name, route]) => {
  const permissions = permissionsFor(route.access);
  return permissions.length === 0 ? [] : [{ name, route, permissions }];
});

describe.each(staffRoutes)('$name', ({ route, permissions }) => {
  it.each(ROLES)(
    `to a caller of the role %s answers as ${permissions.join(' or ')} says (attacks T11)`,
    async (role) => {
      const { method, path, body } = callAbout(route, 'nobody@people.test', {});
      const before = await shop.digest();
      const answer = await shop.call(method, path, { as: tokens[role], ...(body ? { body } : {}) });
      const { code } = route.file && answer.ok ? {} : ((await answer.json()) as { code?: string });
      expect(code === 'FORBIDDEN').toBe(!permissions.some((permission) => may(role, permission)));
      expect(answer.status).not.toBe(401);
      // An empty body about an id that nobody has changes nothing even where it is allowed.
      expect(await shop.digest()).toBe(before);
    },
  );
});

describe.each((Object.entries(routes) as [string, Route][]).filter(([, { access }]) => access === 'own-email'))(
  '%s',
  (_name, route) => {
    it.each(ROLES)('is refused to a %s who asks about somebody else (attacks T12)', async (role) => {
      const { method, path } = callAbout(route, 'nobody@people.test', {});
      expect((await shop.call(method, path, { as: tokens[role] })).status).toBe(403);
    });
  },
);

describe('an order and its papers', () => {
  it.each(ROLES)('are shown to a %s of another customer as their role says', async (role) => {
    const buyer = await shop.person(`Buyer${role}`);
    const order = await shop.order(buyer.token, await shop.tool());
    const shown = may(role, 'orders.read');
    expect((await shop.call('GET', `/order/${order._id}`, { as: tokens[role] })).status).toBe(shown ? 200 : 404);
    expect((await shop.call('GET', `/order/${order._id}/refund`, { as: tokens[role] })).status).toBe(shown ? 200 : 404);
    // Unpaid: there is no receipt yet, which only those learn who may see the order.
    const receipt = await shop.call('GET', `/order/${order._id}/receipt.pdf`, { as: tokens[role] });
    expect(receipt.status).toBe(shown ? 409 : 404);
  });
});
