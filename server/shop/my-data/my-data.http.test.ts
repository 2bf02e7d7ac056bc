import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MyData } from '#contract/people/my-data.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { owing } from '#server/money/account/account-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
});
afterAll(() => shop.close());

test('somebody gets everything about themselves, without secrets, and nobody else does', async () => {
  const alice = await shop.person('alice');
  const bob = await shop.person('bob');
  const tool = await shop.tool({ name: 'Saw', minOrderQuantity: 1 });
  const order = await shop.order(alice.token, tool, 2);
  await shop.call('POST', '/review', { as: alice.token, body: { review: 'Cuts well', rating: 5 } });
  const response = await shop.call('GET', `/user/${alice.email}/data`, { as: alice.token });
  const data = await response.json();
  expect(data).toMatchObject({
    account: { _id: alice.userId, email: alice.email },
    orders: [{ _id: order._id }],
    reviews: [{ review: 'Cuts well' }],
  });
  expect(data.sessions).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain(alice.token);
  expect(JSON.stringify(data)).not.toMatch(/"(password|token|secret|hash)"/i);
  expect((await shop.call('GET', `/user/${alice.email}/data`, { as: bob.token })).status).toBe(403);
  expect((await shop.call('GET', `/user/${alice.email}/data`)).status).toBe(401);
});

test('an admin gets their keys by name, and never a key', async () => {
  const ada = await shop.person('ada-with-keys', 'admin');
  const made = await shop.call('POST', '/api-key', { as: ada.token, body: { name: 'ERP', scopes: ['tools.read'] } });
  const { key } = (await made.json()) as { key: string };
  const data = await (await shop.call('GET', `/user/${ada.email}/data`, { as: ada.token })).text();
  expect(JSON.parse(data)).toMatchObject({
    apiKeys: [{ name: 'ERP', scopes: ['tools.read'], expiresAt: null, lastUsedAt: null }],
  });
  expect(key.length).toBeGreaterThan(20);
  expect(data).not.toContain(key);
});

test('somebody who orders for a company is told what it may be for, and what was invoiced and paid of their own orders alone', async () => {
  const owed = await owing(shop, 'Told', { termsDays: 30 });
  const bob = await shop.person('bob-of-told');
  const limits = { orderLimit: 500, monthLimit: null };
  await join(shop, { company: owed.company, manager: owed.mia, person: bob, role: 'buyer', limits });
  const order = await owed.order(40, { pay: 'account' });
  await owed.pay(15);
  const read = async ({ email, token }: { email: string; token: string }) =>
    (await (await shop.call('GET', `/user/${email}/data`, { as: token })).json()) as MyData;
  expect(await read(owed.mia)).toMatchObject({
    entries: [{ kind: 'invoice', amount: 40, open: 25, document: order.invoiceNumber, orderId: order._id }],
    orders: [{ _id: order._id, onAccount: true, dueAt: order.dueAt }],
  });
  const { entries, companies } = await read(bob);
  expect(entries).toEqual([]);
  expect(companies).toMatchObject([{ name: 'Told', role: 'buyer', orderLimit: 500, monthLimit: null }]);
});

/** Where each table that names a user tells them so, or why it does not. */
const TOLD: Record<string, keyof MyData | `not told: ${string}`> = {
  accounts: 'waysIn',
  addresses: 'addresses',
  api_keys: 'apiKeys',
  approval_tokens: 'not told: links of letters that were sent to them',
  approvals: 'not told: what the company decided on its orders',
  buyer_keys: 'apiKeys',
  buying_for: 'buyingFor',
  audit_log: 'not told: the book of the shop on what was done in it',
  baskets: 'basket',
  company_invitations: 'not told: work of who manages the company',
  company_members: 'companies',
  customer_notes: 'account',
  imports: 'not told: work of staff',
  invitations: 'not told: work of staff',
  kept_answers: 'not told: what was answered to them already, for a week',
  mails: 'mails',
  named_lists: 'lists',
  orders: 'orders',
  punchout_connections: 'punchouts',
  quote_messages: 'quotes',
  quotes: 'quotes',
  return_messages: 'returns',
  returns: 'returns',
  reviews: 'reviews',
  sessions: 'sessions',
  standing_orders: 'standingOrders',
  stock_alerts: 'stockAlerts',
  two_factors: 'account',
  webhooks: 'webhooks',
};

test('every table that names a user is told to them, and lets them go when their account is removed', async () => {
  const found = await database.raw<{ table: string; kept: boolean }>(
    `select conrelid::regclass::text as "table", bool_or(confdeltype not in ('c', 'n')) as kept from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass and connamespace = 'public'::regnamespace group by 1 order by 1`,
  );
  expect(found.filter(({ kept }) => kept)).toEqual([]);
  const tables = found.map(({ table }) => table);
  expect(
    tables.filter((table) => !(table in TOLD)),
    'tell them in server/shop/my-data/my-data.ts, then say in TOLD under what name',
  ).toEqual([]);
  expect(Object.keys(TOLD).toSorted()).toEqual(tables.toSorted());
});
