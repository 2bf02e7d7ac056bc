import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company, MyCompany } from '#contract/buying/companies.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, NORDFJORD, openCompany, type Person } from './company-for-tests.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
});
afterAll(() => shop.close());

const read = async (id: string, as: Person) => shop.call('GET', `/company/${id}`, { as: as.token });
const put = (id: string, as: Person, body: object) => shop.call('PUT', `/company/${id}`, { as: as.token, body });
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a company', () => {
  it('is opened by anybody whose address is proved, waits for staff, and is managed by who opened it', async () => {
    const company = await openCompany(shop, alice);
    expect(company).toEqual({
      ...NORDFJORD,
      _id: company._id,
      number: expect.stringMatching(/^C\d{5}$/),
      debtor: 10001,
      vatProof: null,
      invoiceAddress: { ...NORDFJORD.invoiceAddress, extra: '', region: '' },
      invoiceEmail: '',
      buyerReference: '',
      peppolId: '',
      language: 'en',
      status: 'pending',
      priceList: null,
      termsDays: null,
      creditLimit: null,
      cashDiscount: [],
      purchaseOrderRequired: false,
      costCentres: [],
      version: 1,
    });
    const mine = (await (await shop.call('GET', '/my-companies', { as: alice.token })).json()) as MyCompany[];
    expect(mine).toContainEqual({
      _id: company._id,
      number: company.number,
      name: company.name,
      status: 'pending',
      role: 'manager',
      orderLimit: null,
      monthLimit: null,
      monthSum: 0,
    });
  });

  it('has its VAT number looked up, and shows what the register says of it now', async () => {
    const company = await openCompany(shop, alice, { vatId: 'FR 40 303265045' });
    const said = {
      stands: true,
      name: 'Holder of the number',
      consultation: expect.any(String),
      at: expect.any(String),
    };
    expect(company.vatProof).toEqual(said);
    expect(await (await put(company._id, alice, { vatId: 'ATU13585627' })).json()).toMatchObject({
      vatProof: { stands: false },
    });
    expect(await (await put(company._id, alice, { vatId: '' })).json()).toMatchObject({ vatProof: null });
    await put(company._id, alice, { vatId: 'FR40303265045' });
    const found = await shop.call('GET', `/companies?q=${company.number}`, { as: ada.token });
    expect(await found.json()).toMatchObject([{ vatProof: said }]);
  });

  it('is refused to whoever has not shown that the address is theirs', async () => {
    const eve = await shop.person('Eve');
    await shop.parts.database.raw('update users set email_verified = false where id = $1', [eve.userId]);
    const answer = await shop.call('POST', '/company', { as: eve.token, body: NORDFJORD });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'ADDRESS_NOT_PROVED', message: expect.stringContaining('My Profile') }),
    ]);
  });

  it.each(['NO974760674MVA', 'DE136695977', 'nonsense'])('is refused the VAT number %s', async (vatId) => {
    const answer = await shop.call('POST', '/company', { as: alice.token, body: { ...NORDFJORD, vatId } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'vatId' }] });
  });

  it('is told once what is wrong with its name', async () => {
    const { token } = await shop.person('Blank');
    const answer = await shop.call('POST', '/company', { as: token, body: { ...NORDFJORD, name: '  ' } });
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'name' }] });
  });

  it('is opened by sales for somebody else, and by nobody else so', async () => {
    const sam = await shop.person('Sam', 'sales');
    const clara = await shop.person('Clara');
    const body = { ...NORDFJORD, manager: clara.email };
    expect(await refusal(await shop.call('POST', '/company', { as: bob.token, body }))).toEqual([403, 'FORBIDDEN']);
    const made = await shop.call('POST', '/company', { as: sam.token, body });
    expect(made.status).toBe(201);
    const { _id } = (await made.json()) as Company;
    expect((await put(_id, clara, { name: 'Clara AS' })).status).toBe(200);
    expect(await refusal(await put(_id, sam, { name: 'Sam AS' }))).toEqual([403, 'FORBIDDEN']);
    const nobody = { ...NORDFJORD, manager: 'nobody@people.test' };
    expect(await refusal(await shop.call('POST', '/company', { as: sam.token, body: nobody }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ]);
  });

  it('is nothing that others can tell from a missing one', async () => {
    const company = await openCompany(shop, alice);
    const wes = await shop.person('Wes', 'warehouse');
    for (const stranger of [bob, wes]) {
      expect(await refusal(await read(company._id, stranger))).toEqual([404, 'COMPANY_NOT_FOUND']);
      expect(await refusal(await put(company._id, stranger, {}))).toEqual([404, 'COMPANY_NOT_FOUND']);
    }
    expect((await read(company._id, ada)).status).toBe(200);
    expect(await refusal(await put(company._id, ada, {}))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(await put('01aaaaaaaaaaaaaaaaaaaaaaaa', ada, {}))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });

  it('keeps what is left out, ignores what a manager may not set, and refuses an old version', async () => {
    const company = await openCompany(shop, alice);
    const costCentres = [{ code: 'SITE-4', name: 'Site 4', active: true, monthLimit: 500.5 }];
    const answer = await put(company._id, alice, {
      ...company,
      buyerReference: '0204:991-1',
      costCentres,
      status: 'active',
      termsDays: 30,
      creditLimit: 1_000_000,
      number: 'C1',
    });
    expect(await answer.json()).toEqual({ ...company, buyerReference: '0204:991-1', costCentres, version: 2 });
    expect(await refusal(await put(company._id, alice, { name: 'Old', version: 1 }))).toEqual([409, 'STALE_COMPANY']);
    expect(await (await put(company._id, alice, { invoiceEmail: 'Bills@Nordfjord.test' })).json()).toMatchObject({
      name: company.name,
      invoiceEmail: 'bills@nordfjord.test',
      costCentres,
      version: 3,
    });
    const twice = [{ code: 'a' }, { code: 'A ' }];
    const refused = await put(company._id, alice, { costCentres: twice });
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'costCentres.1.code' }] });
  });

  it('has its new name and number told to staff by the audit log', async () => {
    const company = await openCompany(shop, alice);
    await put(company._id, alice, { name: 'Sunnfjord Bygg', vatId: 'DE136695976', invoiceEmail: 'a@b.test' });
    const entries = (await (
      await shop.call('GET', `/audit?about=${company._id}&what=company.changed`, { as: ada.token })
    ).json()) as AuditEntry[];
    expect(entries).toMatchObject([
      {
        actor: alice.email,
        details: {
          changed: {
            name: { from: NORDFJORD.name, to: 'Sunnfjord Bygg' },
            vatId: { from: NORDFJORD.vatId, to: 'DE136695976' },
          },
        },
      },
    ]);
  });
});

describe('what is agreed with a company', () => {
  it('is set by sales and by bookkeepers, each their part', async () => {
    const sales = await shop.person('Sally', 'sales');
    const books = await shop.person('Bea', 'bookkeeper');
    let company = await openCompany(shop, alice);
    const set = async (as: Person, change: object) => {
      const { status, priceList, termsDays, creditLimit, version } = company;
      const body = { status, priceList, termsDays, creditLimit, version, ...change };
      const answer = await shop.call('PUT', `/company/${company._id}/standing`, { as: as.token, body });
      if (answer.status === 200) company = (await answer.clone().json()) as Company;
      return answer;
    };
    expect(await refusal(await set(books, { status: 'active' }))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(await set(sales, { termsDays: 30 }))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(await set(alice, { status: 'active' }))).toEqual([403, 'FORBIDDEN']);
    expect(company.version).toBe(1);
    expect(await (await set(sales, { status: 'active' })).json()).toMatchObject({ status: 'active', version: 2 });
    expect(await (await set(books, { termsDays: 30, creditLimit: 25_000.5 })).json()).toMatchObject({
      termsDays: 30,
      creditLimit: 25_000.5,
      version: 3,
    });
    expect(await refusal(await set(ada, { version: 2 }))).toEqual([409, 'STALE_COMPANY']);
    expect((await set(ada, { priceList: 'none' })).status).toBe(400);
    expect((await set(ada, { termsDays: 121 })).status).toBe(400);
    const letters = await shop.parts.database.raw(
      `select from mails where "to" = $1 and subject = 'Nordfjord Bygg can now place orders'`,
      [alice.email],
    );
    expect(letters).toHaveLength(1);
    const audit = await shop.call('GET', `/audit?about=${company.number}&what=company.standing-changed`, {
      as: ada.token,
    });
    expect(await audit.json()).toMatchObject([
      { details: { changed: { termsDays: { from: null, to: 30 }, creditLimit: { from: null, to: 25_000.5 } } } },
      { details: { changed: { status: { from: 'pending', to: 'active' } } } },
    ]);
  });

  it('is written down by the name of the price list, and of the list as people say its days', async () => {
    const asAda = { as: ada.token };
    const list = { name: 'Trade', percentOff: 5, from: '2026-01-01' };
    const made = await shop.call('POST', '/price-list', { ...asAda, body: list });
    const { _id } = (await made.json()) as { _id: string };
    await shop.call('PUT', `/price-list/${_id}`, { ...asAda, body: { ...list, until: '2026-12-31' } });
    await activate(shop, ada, await openCompany(shop, alice), { priceList: _id });
    const [given] = (await (await shop.call('GET', '/audit?limit=1', asAda)).json()) as object[];
    expect(given).toMatchObject({ details: { changed: { priceList: { from: null, to: 'Trade' } } } });
    const changes = await shop.call('GET', '/audit?what=price-list.changed', asAda);
    expect(await changes.json()).toMatchObject([{ details: { changed: { until: { from: null, to: '2026-12-31' } } } }]);
  });

  it('is not asked where the owner lets companies begin at once', async () => {
    const now = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as object;
    const opened = (companies: object) => shop.call('PUT', '/settings', { as: ada.token, body: { ...now, companies } });
    const answer = await opened({ opening: 'open' });
    expect(answer.status).toBe(200);
    expect((await openCompany(shop, bob)).status).toBe('active');
    const { version } = (await answer.json()) as { version: number };
    await shop.call('PUT', '/settings', {
      as: ada.token,
      body: { ...now, companies: { opening: 'on-request' }, version },
    });
    expect((await openCompany(shop, bob)).status).toBe('pending');
  });
});

it('staff find companies by name, number, VAT number, status and price list, newest first', async () => {
  const owner = await shop.person('Olga');
  const one = await openCompany(shop, owner, { name: 'Findable One', vatId: 'DE 136 695 976' });
  const two = await activate(shop, ada, await openCompany(shop, owner, { name: 'Findable Two', vatId: '' }));
  const found = async (query: string) => {
    const answer = await shop.call('GET', `/companies?${query}`, { as: ada.token });
    return ((await answer.json()) as Company[]).map(({ _id }) => _id);
  };
  expect(await found('q=findable')).toEqual([two._id, one._id]);
  expect(await found('q=findable&status=active')).toEqual([two._id]);
  expect(await found(`q=${one.number}`)).toEqual([one._id]);
  expect(await found('q=de136695976')).toContain(one._id);
  expect(await found('q=findable&limit=1')).toEqual([two._id]);
  const made = await shop.call('POST', '/price-list', { as: ada.token, body: { name: 'Findable', percentOff: 5 } });
  const list = (await made.json()) as { _id: string };
  expect(await found(`priceList=${list._id}`)).toEqual([]);
  await activate(shop, ada, one, { priceList: list._id });
  expect(await found(`priceList=${list._id}`)).toEqual([one._id]);
});

it('a new name and a new VAT number are shown to the staff who read companies, with what they were', async () => {
  const manager = await shop.person('Renamer');
  const [bea, wim] = [await shop.person('BeaChanges', 'bookkeeper'), await shop.person('WimChanges', 'warehouse')];
  const company = await openCompany(shop, manager, { name: 'Before Ltd', vatId: 'DE 136 695 976' });
  const at = `/company/${company._id}`;
  const changes = async (as = bea) => (await shop.call('GET', `${at}/changes`, { as: as.token })).json();
  expect(await changes()).toEqual([]);
  await shop.call('PUT', at, { as: manager.token, body: { invoiceEmail: 'in@before.test' } });
  await shop.call('PUT', at, { as: manager.token, body: { name: 'After Ltd' } });
  await shop.call('PUT', at, { as: manager.token, body: { vatId: 'NO974760673MVA' } });
  expect(await changes()).toEqual([
    {
      at: expect.any(String),
      by: manager.email,
      changed: { vatId: { from: 'DE 136 695 976', to: 'NO974760673MVA' } },
    },
    { at: expect.any(String), by: manager.email, changed: { name: { from: 'Before Ltd', to: 'After Ltd' } } },
  ]);
  expect(await changes(manager)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await changes(wim)).toMatchObject({ code: 'FORBIDDEN' });
  const missing = await shop.call('GET', '/company/01aaaaaaaaaaaaaaaaaaaaaaaa/changes', { as: bea.token });
  expect(missing.status).toBe(404);
});

it('staff note what they know of a company for each other, and list its orders; its people see neither', async () => {
  const manager = await shop.person('Noted');
  const [sal, bea] = [await shop.person('SalNotes', 'sales'), await shop.person('BeaNotes', 'bookkeeper')];
  const company = await openCompany(shop, manager, { name: 'Noted Ltd' });
  const path = `/company/${company._id}/note`;
  const note = 'Pays on Fridays; ask for Ms Berg';
  expect((await shop.call('PUT', path, { as: bea.token, body: { note } })).status).toBe(403);
  expect((await shop.call('PUT', path, { as: sal.token, body: { note } })).status).toBe(200);
  expect(await (await shop.call('GET', path, { as: bea.token })).json()).toEqual({ note });
  expect((await shop.call('GET', path, { as: manager.token })).status).toBe(403);
  const said = await (await shop.call('GET', `/company/${company._id}`, { as: manager.token })).text();
  expect(said).not.toContain('Fridays');
  await activate(shop, { ...sal, token: (await shop.signIn('ada@tradebench.test')).token }, company);
  const tool = await shop.tool();
  const mine = { name: 'N', address: '1 Dock', phone: '5', toolId: tool._id, quantity: 1 };
  const placed = await shop.call('POST', '/order', { as: manager.token, body: { ...mine, companyId: company._id } });
  await shop.call('POST', '/order', { as: manager.token, body: mine });
  const { _id } = (await placed.json()) as { _id: string };
  const listed = await shop.call('GET', `/orders?companyId=${company._id}`, { as: sal.token });
  expect(((await listed.json()) as { _id: string }[]).map((order) => order._id)).toEqual([_id]);
});
