import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Punchout, PunchoutWithSecret } from '#contract/buying/punchout.ts';
import { activate, join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
let ada: Person;
let sally: Person;
let mia: Person;
let company: Company;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
  sally = await shop.person('Sally', 'sales');
  mia = await shop.person('Mia');
  company = await activate(shop, ada, await openCompany(shop, mia));
});
afterAll(() => shop.close());

const ask = async <T = { code?: string; message?: string; issues?: { path: string; message: string }[] }>(
  method: string,
  path: string,
  body?: object,
  as = sally,
) => {
  const answer = await shop.call(method, path, { as: as.token, ...(body ? { body } : {}) });
  return { status: answer.status, body: (await answer.json()) as T };
};
const wanted = (more: object = {}) => ({
  companyId: company._id,
  kind: 'oci',
  userId: mia.userId,
  name: 'SAP of the yard',
  ...more,
});
const make = async (more: object = {}) => (await ask<PunchoutWithSecret>('POST', '/punchout', wanted(more))).body;
const list = async () => (await ask<Punchout[]>('GET', '/punchout')).body;

it('POST /punchout says the secret once, and the database has its hash alone', async () => {
  const { status, body: made } = await ask<PunchoutWithSecret>('POST', '/punchout', wanted({ units: { BX: 'KAR' } }));
  expect(status).toBe(201);
  expect(made).toMatchObject({
    company: 'Nordfjord Bygg',
    user: { email: mia.email },
    units: { BX: 'KAR' },
    groups: {},
    vendor: '',
    address: 'http://shop.test/punchout/oci',
    madeBy: sally.email,
    last: null,
  });
  expect(made.secret).toMatch(/^tbp_[\w-]{43}$/);
  expect(made.username).toMatch(/^oci-[0-9a-f]{12}$/);
  expect((await list()).find(({ _id }) => _id === made._id)).toEqual({ ...made, secret: undefined });
  const written = await database.raw<{ row: string }>(
    `select row_to_json(c)::text as row from punchout_connections c
     union all select row_to_json(a)::text from audit_log a`,
  );
  expect(written.filter(({ row }) => row.includes(made.secret))).toEqual([]);
  expect(written.filter(({ row }) => row.includes('punchout.made') && row.includes(made._id))).toHaveLength(1);
});

it('a connection buys only as a member of its company who may order', async () => {
  const stranger = await shop.person('Stranger');
  const anna = await shop.person('Anna');
  await join(shop, { company, manager: mia, person: anna, role: 'accounts' });
  expect(await ask('POST', '/punchout', wanted({ companyId: 'nobody' }))).toMatchObject({
    status: 404,
    body: { code: 'COMPANY_NOT_FOUND' },
  });
  expect(await ask('POST', '/punchout', wanted({ userId: stranger.userId }))).toMatchObject({
    status: 404,
    body: { code: 'MEMBER_NOT_FOUND', issues: [{ path: 'userId' }] },
  });
  expect(await ask('POST', '/punchout', wanted({ userId: anna.userId }))).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', issues: [{ path: 'userId' }] },
  });
  const { _id } = await make();
  expect(await ask('PUT', `/punchout/${_id}`, { userId: stranger.userId })).toMatchObject({ status: 404 });
});

it.each([
  ['kind', { kind: 'edi' }, 'kind'],
  ['a unit in small letters', { units: { bx: 'KAR' } }, 'units.bx'],
  ["a buyer's unit of four characters", { units: { BX: 'KART' } }, 'units.BX'],
  ['a group of eleven characters', { groups: { '27111500': '12345678901' } }, 'groups.27111500'],
  ['a vendor number of eleven characters', { vendor: '12345678901' }, 'vendor'],
  ['a host with a path', { hosts: ['sap.buyer.example/portal'] }, 'hosts.0'],
  ['a host that would end the policy', { hosts: ["x.example; script-src 'unsafe-inline'"] }, 'hosts.0'],
  ['an unknown field', { secret: 'mine' }, 'secret'],
])('%s is refused', async (_what, more, path) => {
  const { status, body } = await ask('POST', '/punchout', wanted(more));
  expect(status).toBe(400);
  expect(body.issues?.map((issue) => issue.path)).toContain(path);
});

it('PUT /punchout changes what it names and leaves the rest; DELETE ends it', async () => {
  const { secret: _secret, ...made } = await make({ groups: { '2711': 'TOOLS' } });
  const { status, body } = await ask<Punchout>('PUT', `/punchout/${made._id}`, {
    vendor: '4711',
    hosts: ['SAP.buyer.example', 'sap.buyer.example'],
  });
  expect(status).toBe(200);
  expect(body).toEqual({ ...made, vendor: '4711', hosts: ['sap.buyer.example'] });
  expect(await ask('DELETE', `/punchout/${made._id}`)).toEqual({ status: 200, body: { deletedCount: 1 } });
  for (const [method, path, sent] of [
    ['PUT', `/punchout/${made._id}`, {}],
    ['DELETE', `/punchout/${made._id}`, undefined],
    ['POST', `/punchout/${made._id}/secret`, undefined],
    ['GET', `/punchout/${made._id}/log`, undefined],
  ] as const)
    expect(await ask(method, path, sent)).toMatchObject({ status: 404, body: { code: 'PUNCHOUT_NOT_FOUND' } });
});

it('a new secret takes the place of the one before', async () => {
  const made = await make();
  const { status, body } = await ask<PunchoutWithSecret>('POST', `/punchout/${made._id}/secret`);
  expect(status).toBe(201);
  expect(body).toEqual({ ...made, secret: expect.stringMatching(/^tbp_/) });
  expect(body.secret).not.toBe(made.secret);
});

it('beyond 200 connections one has to go first', async () => {
  const full = await database.raw<{ id: string }>(
    `insert into punchout_connections (id, company_id, kind, name, username, secret_hash, made_by)
     select 'full-' || n, $1, 'oci', 'Full', 'full-' || n, '', '' from generate_series(1, 200) n returning id`,
    [company._id],
  );
  expect(await ask('POST', '/punchout', wanted())).toMatchObject({
    status: 422,
    body: { code: 'TOO_MANY_PUNCHOUTS' },
  });
  await database.raw('delete from punchout_connections where id = any($1::text[])', [full.map(({ id }) => id)]);
});

it('a connection whose person was removed is at rest until somebody else is named', async () => {
  const gone = await shop.person('Gone');
  await join(shop, { company, manager: mia, person: gone, role: 'buyer' });
  const { _id } = await make({ userId: gone.userId });
  await database.raw('delete from users where id = $1', [gone.userId]);
  expect((await list()).find((each) => each._id === _id)).toMatchObject({ userId: null, user: null });
  expect(await ask('PUT', `/punchout/${_id}`, { companyId: company._id })).toMatchObject({ status: 400 });
  expect(await ask('PUT', `/punchout/${_id}`, { userId: mia.userId })).toMatchObject({
    status: 200,
    body: { user: { email: mia.email } },
  });
});
