import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { forgetPeople } from './forget-people.ts';
import { forgettingJobs } from './forgetting-job.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let database: Database;
let shop: TestShop;
let order: Order;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  order = await shop.order((await shop.person('Alice')).token, await shop.tool());
  await shop.atRest();
});
afterAll(() => shop.close());

it('is forgotten by the clock where a setting says after how many months', () => {
  const jobs = (changes: object) =>
    forgettingJobs({ ...shop.parts.config, ...changes }, database, silent).map(({ name }) => name);
  expect(jobs({ personalDataMonths: undefined })).toEqual([]);
  expect(jobs({ personalDataMonths: 24 })).toEqual(['personal-data']);
});

it('takes away after so many months who made an order that came to nothing, and keeps paid ones', async () => {
  const [paid] = await database.raw<{ id: string }>(
    `insert into orders (id, user_id, name, email, address, phone, total_cents, state, paid_by, transaction_id, paid_at, created_at)
     select 'paid-long-ago', user_id, name, email, address, phone, total_cents, 'paid', 'card', 'pi_old',
       now() - interval '5 years',
       now() - interval '5 years' from orders where id = $1 returning id`,
    [order._id],
  );
  await database.raw(`update orders set state = 'expired', closed_at = now() - interval '25 months' where id = $1`, [
    order._id,
  ]);
  await database.raw(
    `insert into quotes (id, buyer_name, buyer_email, wanted, words, state, closed_at, created_at)
     select id, 'Alice', 'alice@people.test', '[]', '', state, closed, coalesce(closed, now())
     from (values ('long-declined', 'declined', now() - interval '25 months'), ('declined', 'declined', now()),
       ('asked', 'asked', null))
       as quote (id, state, closed)`,
  );
  await database.raw(
    `insert into audit_log (id, actor_email, action, subject, details, created_at)
     values ('old', 'ada@people.test', 'user.disabled', 'some-id', '{"email": "bob@people.test"}', now() - interval '25 months')`,
  );
  const nothing = { orders: 0, quotes: 0, audit: 0, actors: 0, sessions: 0, invitations: 0 };
  expect(await forgetPeople(database, 26)).toEqual(nothing);
  expect(await forgetPeople(database, 24)).toEqual({ ...nothing, orders: 1, quotes: 1, audit: 1 });
  expect(await forgetPeople(database, 24)).toEqual(nothing);
  expect(await database.raw('select id, email from orders where id in ($1, $2)', [order._id, paid!.id])).toEqual([
    { id: 'paid-long-ago', email: 'alice@people.test' },
  ]);
  expect(await database.raw(`select action, actor_email, details from audit_log where id = 'old'`)).toEqual([
    { action: 'user.disabled', actor_email: '', details: {} },
  ]);
});

it('takes away after so many months who of the staff did what, however much it is, and keeps that it was done', async () => {
  const kept = await shop.order((await shop.person('Berta')).token, await shop.tool());
  const { toolId } = kept.lines[0]!;
  for (const [name, months] of Object.entries({ old: 25, recent: 23 }))
    await database.raw(
      `with stock as (
         insert into stock_changes (id, tool_id, kind, change, reason, actor_email, created_at)
         select 'stock-${name}-' || i, $1, 'counted', 1, '', 'sam@people.test', now() - interval '${months} months'
           from generate_series(1, 2001) i),
       parcel as (
         insert into shipments (id, order_id, carrier, actor_email, shipped_at)
         values ('parcel-${name}', $2, 'DHL', 'wes@people.test', now() - interval '${months} months'))
       insert into order_events (id, order_id, kind, actor_email, created_at)
       values ('event-${name}', $2, 'changed', 'sam@people.test', now() - interval '${months} months')`,
      [toolId, kept._id],
    );
  expect(await forgetPeople(database, 24)).toMatchObject({ actors: 2003 });
  const left = (name: string) =>
    database.raw(
      `select count(*)::int as rows, count(*) filter (where actor_email <> '')::int as named from (
         select id, actor_email from stock_changes union all select id, actor_email from shipments
         union all select id, actor_email from order_events) acted where id like '%-${name}%'`,
    );
  expect(await left('old')).toEqual([{ rows: 2003, named: 0 }]);
  expect(await left('recent')).toEqual([{ rows: 2003, named: 2003 }]);
});

it('takes away after so many months whom a company once invited', async () => {
  await database.raw(
    `insert into companies (id, name, invoice_address, status) values ('company', 'Company', '{}', 'active')`,
  );
  for (const months of [23, 25])
    await database.raw(
      `insert into company_invitations (id, company_id, email, role, token_hash, expires_at, ended_at)
       values ($1, 'company', $1 || '@people.test', 'buyer', $1, now(), now() - make_interval(months => $2))`,
      [`invited-${months}`, months],
    );
  expect(await forgetPeople(database, 24)).toMatchObject({ invitations: 1 });
  expect(await database.raw('select id from company_invitations')).toEqual([{ id: 'invited-23' }]);
});
