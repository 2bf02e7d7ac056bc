import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { CompanyInvitation, Member } from '#contract/buying/company-people.ts';
import { COMPANY_ROLES, type CompanyRole } from '#contract/company-policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person, tokenFor } from './company-for-tests.ts';
import { tellUnmanaged } from './tell-unmanaged.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let company: Company;
const people = {} as Record<CompanyRole, Person>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  company = await openCompany(shop, alice);
  for (const role of COMPANY_ROLES) {
    people[role] = role === 'manager' ? alice : await shop.person(`The${role}`);
    if (role !== 'manager') await join(shop, { company, manager: alice, person: people[role], role });
  }
});
afterAll(() => shop.close());

const call = (method: string, path: string, as: Person, body?: object) =>
  shop.call(method, path, { as: as.token, ...(body ? { body } : {}) });
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const membersOf = async (id: string, as: Person) =>
  (await (await call('GET', `/company/${id}/members`, as)).json()) as Member[];

/** Calls about a company with who may make them; a member who may not gets 403, everybody else 404. */
const TABLE: [method: string, path: string, body: object | undefined, who: string][] = [
  ['GET', '', undefined, 'buyer approver accounts manager staff'],
  ['PUT', '', {}, 'manager'],
  ['GET', '/members', undefined, 'buyer approver accounts manager staff'],
  ['PUT', '/member/nobody', { role: 'buyer' }, 'manager'],
  ['DELETE', '/member/nobody', undefined, 'manager'],
  ['POST', '/invitation', { email: 'invited@people.test', role: 'buyer' }, 'manager'],
  ['GET', '/invitations', undefined, 'manager'],
  ['DELETE', '/invitation/nothing', undefined, 'manager'],
];

describe.each(TABLE)('%s /company/{id}%s', (method, path, body, who) => {
  it.each(COMPANY_ROLES)('answers a %s of the company as the contract says', async (role) => {
    const answer = await call(method, `/company/${company._id}${path}`, people[role], body);
    expect(answer.status === 403).toBe(!who.split(' ').includes(role));
    expect(['COMPANY_NOT_FOUND']).not.toContain(((await answer.json()) as { code?: string }).code);
  });

  it('says to others, to members of another company and to who has left only that there is no such company', async () => {
    const carl = await shop.person(`Carl${Math.random().toString(36).slice(2)}`);
    const gone = await shop.person(`Gone${Math.random().toString(36).slice(2)}`);
    await openCompany(shop, carl);
    await join(shop, { company, manager: alice, person: gone, role: 'manager' });
    expect((await call('DELETE', `/company/${company._id}/member/${gone.userId}`, gone)).status).toBe(200);
    const packer = await shop.person(`Packer${Math.random().toString(36).slice(2)}`, 'warehouse');
    for (const stranger of [carl, gone, packer]) {
      const answer = await call(method, `/company/${company._id}${path}`, stranger, body);
      expect(await refusal(answer)).toEqual([404, 'COMPANY_NOT_FOUND']);
    }
    expect((await shop.call(method, `/company/${company._id}${path}`, body ? { body } : {})).status).toBe(401);
  });

  it.each(['sales', 'bookkeeper', 'admin'] as const)('answers %s as the contract says', async (role) => {
    const staff = await shop.person(`Staff${Math.random().toString(36).slice(2)}`, role);
    const answer = await call(method, `/company/${company._id}${path}`, staff, body);
    expect(answer.status).toBe(who.includes('staff') ? 200 : 403);
  });
});

describe('an invitation into a company', () => {
  it('is written to the address, good for who has proved it, once', async () => {
    const [bob, eve] = [await shop.person('Bob'), await shop.person('Eve')];
    const body = { email: 'BOB@people.test', role: 'buyer', orderLimit: 500, monthLimit: 2_000.25 };
    const asked = await call('POST', `/company/${company._id}/invitation`, alice, body);
    expect(asked.status).toBe(201);
    expect(await asked.json()).toMatchObject({ ...body, email: bob.email });
    const token = await tokenFor(shop, bob.email);
    expect(token).toHaveLength(43);
    const accept = (as: Person, given = token) => call('POST', '/invitation/accept', as, { token: given });
    expect(await refusal(await accept(eve))).toEqual([403, 'INVITATION_NOT_YOURS']);
    expect(await refusal(await accept(bob, `${token}x`))).toEqual([404, 'INVITATION_NOT_FOUND']);
    await shop.parts.database.raw('update users set email_verified = false where id = $1', [bob.userId]);
    expect(await refusal(await accept(bob))).toEqual([403, 'INVITATION_NOT_YOURS']);
    await shop.parts.database.raw('update users set email_verified = true where id = $1', [bob.userId]);
    expect(await (await accept(bob)).json()).toEqual({ companyId: company._id, role: 'buyer' });
    expect(await refusal(await accept(bob))).toEqual([410, 'INVITATION_GONE']);
    expect(await membersOf(company._id, bob)).toContainEqual({
      userId: bob.userId,
      name: 'Bob',
      email: bob.email,
      role: 'buyer',
      orderLimit: 500,
      monthLimit: 2_000.25,
      deputy: null,
      awayUntil: null,
    });
    const twice = await call('POST', `/company/${company._id}/invitation`, alice, body);
    expect(await twice.json()).toMatchObject({ issues: [{ path: 'email' }] });
    // Nobody is in a company by an address that is no longer theirs for sure.
    await shop.parts.database.raw('update users set email_verified = false where id = $1', [bob.userId]);
    expect(await refusal(await call('GET', `/company/${company._id}`, bob))).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect(await (await call('GET', '/my-companies', bob)).json()).toEqual([]);
  });

  it('is over when it is replaced, withdrawn or thirty days old, and kept in no readable form', async () => {
    const fred = await shop.person('Fred');
    const ask = async (role: string) => {
      const answer = await call('POST', `/company/${company._id}/invitation`, alice, { email: fred.email, role });
      return { invitation: (await answer.json()) as CompanyInvitation, token: await tokenFor(shop, fred.email) };
    };
    const gone = async (token: string) =>
      expect(await refusal(await call('POST', '/invitation/accept', fred, { token }))).toEqual([
        410,
        'INVITATION_GONE',
      ]);
    const first = await ask('buyer');
    const second = await ask('approver');
    const open = (await (
      await call('GET', `/company/${company._id}/invitations`, alice)
    ).json()) as CompanyInvitation[];
    expect(open.filter(({ email }) => email === fred.email)).toEqual([second.invitation]);
    await gone(first.token);
    const withdrawn = await call('DELETE', `/company/${company._id}/invitation/${second.invitation._id}`, alice);
    expect(await withdrawn.json()).toEqual({ deletedCount: 1 });
    await gone(second.token);
    const third = await ask('buyer');
    await shop.parts.database.raw(`update company_invitations set expires_at = now() where id = $1`, [
      third.invitation._id,
    ]);
    await gone(third.token);
    const [kept] = await shop.parts.database.raw<{ text: string }>(
      `select string_agg(i::text, ' ') as text from company_invitations i`,
    );
    expect(kept!.text).not.toContain(third.token);
  });
});

describe('the people of a company', () => {
  it('are changed by who manages it, and the last manager stays one', async () => {
    const mia = await shop.person('Mia');
    const small = await openCompany(shop, mia);
    const nina = await shop.person('Nina');
    await join(shop, { company: small, manager: mia, person: nina, role: 'buyer', limits: { orderLimit: 10 } });
    const at = (person: Person) => `/company/${small._id}/member/${person.userId}`;
    expect(await refusal(await call('PUT', at(mia), mia, { role: 'buyer' }))).toEqual([409, 'LAST_MANAGER']);
    expect(await refusal(await call('DELETE', at(mia), mia))).toEqual([409, 'LAST_MANAGER']);
    const changed = await call('PUT', at(nina), mia, { role: 'manager', deputy: mia.userId, awayUntil: '2030-01-31' });
    expect(await changed.json()).toMatchObject({
      role: 'manager',
      orderLimit: null,
      deputy: mia.userId,
      awayUntil: '2030-01-31',
    });
    const whole = (await membersOf(small._id, mia)).find(({ userId }) => userId === nina.userId);
    expect(await (await call('PUT', at(nina), mia, { ...whole, orderLimit: 5 })).json()).toEqual({
      ...whole,
      orderLimit: 5,
    });
    expect((await call('PUT', at(nina), mia, { role: 'manager', deputy: alice.userId })).status).toBe(400);
    expect(await (await call('DELETE', at(mia), mia)).json()).toEqual({ deletedCount: 1 });
    expect(await membersOf(small._id, nina)).toMatchObject([{ email: nina.email, deputy: null }]);
    expect(await refusal(await call('DELETE', at(mia), nina))).toEqual([404, 'MEMBER_NOT_FOUND']);
  });

  it('may all leave, and take nobody else out', async () => {
    const olaf = await shop.person('Olaf');
    await join(shop, { company, manager: alice, person: olaf, role: 'approver' });
    const at = (person: Person) => `/company/${company._id}/member/${person.userId}`;
    expect(await refusal(await call('DELETE', at(people.buyer), olaf))).toEqual([403, 'FORBIDDEN']);
    expect((await call('DELETE', at(olaf), olaf)).status).toBe(200);
    expect(await (await call('GET', '/my-companies', olaf)).json()).toEqual([]);
  });

  it('go with their account; without a manager the company waits, and the admins are told once', async () => {
    const pia = await shop.person('Pia');
    const own = await activate(shop, ada, await openCompany(shop, pia, { name: 'Pia AS' }));
    const ron = await shop.person('Ron');
    await join(shop, { company: own, manager: pia, person: ron, role: 'buyer' });
    const letters = () =>
      shop.parts.database.raw(`select from mails where "to" = $1 and subject = 'Pia AS no longer has a manager'`, [
        ada.email,
      ]);
    expect((await call('DELETE', `/user/${pia.userId}`, ada)).status).toBe(200);
    expect(await (await call('GET', `/company/${own._id}`, ron)).json()).toMatchObject({ status: 'on-hold' });
    await Promise.all([tellUnmanaged(shop.parts), tellUnmanaged(shop.parts)]);
    await tellUnmanaged(shop.parts);
    expect(await letters()).toHaveLength(1);
  });
});

describe('a customer whom staff know from the telephone', () => {
  const body = { email: 'Tele@people.test', name: 'Tele Phone', phone: '555' };

  it('is kept, written to, and one of the company that is named', async () => {
    const sales = await shop.person('Sally', 'sales');
    const answer = await call('POST', '/customer', sales, { ...body, companyId: company._id, role: 'accounts' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ email: 'tele@people.test', name: 'Tele Phone', phone: '555' });
    expect(await membersOf(company._id, alice)).toContainEqual(
      expect.objectContaining({ email: 'tele@people.test', role: 'accounts' }),
    );
    const [mail] = await shop.parts.database.raw<{ text: string }>(`select text from mails where "to" = $1`, [
      'tele@people.test',
    ]);
    expect(mail?.text).toContain(`${shop.parts.config.baseUrl}/magic-link`);
    expect(await refusal(await call('POST', '/customer', sales, body))).toEqual([409, 'CUSTOMER_EXISTS']);
  });

  it('is kept for no company that is not there, and in no role without a company', async () => {
    const unknown = { ...body, email: 'other@people.test', companyId: 'none' };
    expect(await refusal(await call('POST', '/customer', ada, unknown))).toEqual([404, 'COMPANY_NOT_FOUND']);
    const roleOnly = { ...body, email: 'other@people.test', role: 'buyer' };
    expect((await call('POST', '/customer', ada, roleOnly)).status).toBe(400);
    expect((await call('POST', '/customer', alice, body)).status).toBe(403);
  });
});
