import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Priced } from '#contract/buying/basket.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person } from './company-for-tests.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
let company: Company;
let list: PriceList;
let hammer: Tool;
let saw: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  list = (await (await call('POST', '/price-list', ada, { name: 'Roofers', percentOff: 12.5 })).json()) as PriceList;
  company = await activate(shop, ada, await openCompany(shop, alice), { priceList: list._id });
  await join(shop, { company, manager: alice, person: bob, role: 'buyer' });
  const priceBreaks = [
    { from: 10, price: 9.99 },
    { from: 100, price: 8 },
  ];
  hammer = await shop.tool({ name: 'Company hammer', price: 10.03, priceBreaks, availableQuantity: 100_000 });
  saw = await shop.tool({ name: 'Company saw', sku: 'FRM-SAW', price: 20, priceBreaks, availableQuantity: 100_000 });
  await call('PUT', `/price-list/${list._id}/item/${saw._id}`, ada, {
    price: 17.5,
    priceBreaks: [{ from: 50, price: 17 }],
  });
});
afterAll(() => shop.close());

function call(method: string, path: string, as: Person | null, body?: object): Promise<Response> {
  return shop.call(method, path, { ...(as ? { as: as.token } : {}), ...(body ? { body } : {}) });
}
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const lines = (quantity: number) => [
  { toolId: hammer._id, quantity },
  { toolId: saw._id, quantity },
];
const priced = async (as: Person, quantity: number, companyId = company._id) =>
  (await (await call('POST', '/price', as, { lines: lines(quantity), companyId })).json()) as Priced;
const units = ({ lines: found }: Pick<Priced, 'lines'>) => found.map(({ unitPrice }) => unitPrice);
const place = (as: Person, fields: object) =>
  call('POST', '/order', as, { name: 'Site', address: '1 Dock Road', phone: '555', ...fields });
const setList = (fields: object) =>
  call('PUT', `/price-list/${list._id}`, ada, { ...list, version: undefined, ...fields });

describe('the prices of a company', () => {
  it.each([
    [1, 8.78, 17.5],
    [10, 8.74, 17.5],
    [50, 8.74, 17],
    [100, 7, 17],
  ])('of %i pieces are what the list says: its item, else so much off each price', async (quantity, one, other) => {
    expect(units(await priced(bob, quantity))).toEqual([one, other]);
    const placed = await place(bob, { lines: lines(quantity), companyId: company._id });
    expect(((await placed.json()) as Order).lines.map(({ unitPrice }) => unitPrice)).toEqual([one, other]);
  });

  it('are told to members alone, and to staff who look after companies', async () => {
    const ask = (as: Person | null) => call('POST', '/price', as, { lines: lines(1), companyId: company._id });
    expect((await ask(null)).status).toBe(401);
    const carl = await shop.person('Carl');
    expect(await refusal(await ask(carl))).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect((await ask(ada)).status).toBe(200);
    const open = await call('POST', '/price', null, { lines: lines(1) });
    expect(units((await open.json()) as Priced)).toEqual([10.03, 20]);
    const prices = (as: Person) =>
      call('GET', `/company-prices?companyId=${company._id}&ids=${hammer._id},none,${saw._id}`, as);
    expect(await refusal(await prices(carl))).toEqual([404, 'COMPANY_NOT_FOUND']);
    const answer = await prices(bob);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual([
      {
        toolId: hammer._id,
        price: 8.78,
        priceBreaks: [
          { from: 10, price: 8.74 },
          { from: 100, price: 7 },
        ],
      },
      { toolId: saw._id, price: 17.5, priceBreaks: [{ from: 50, price: 17 }] },
    ]);
  });

  it('are told to a key that may order or read companies, and to no other', async () => {
    const made = async (scopes: string[], as: Person) => {
      const answer = await call('POST', '/api-key', as, { name: scopes.join(' '), scopes });
      return ((await answer.json()) as { key: string }).key;
    };
    const body = { lines: lines(1), companyId: company._id };
    const text = { text: 'FRM-SAW 24', companyId: company._id };
    const ask = (key: string) =>
      Promise.all([
        shop.call('POST', '/price', { as: key, body }),
        shop.call('POST', '/order-lines', { as: key, body: text }),
        shop.call('GET', `/company-prices?companyId=${company._id}&ids=${hammer._id}`, { as: key }),
        shop.call('GET', `/company/${company._id}`, { as: key }),
      ]);
    const statuses = async (key: string) => (await ask(key)).map(({ status }) => status);
    const reading = await made(['companies.read'], ada);
    expect(await statuses(reading)).toEqual([200, 200, 200, 200]);
    expect(units((await (await ask(reading))[0].json()) as Priced)).toEqual([8.78, 17.5]);
    // Whoever made this key may read companies, but the key may not, and they belong to none.
    expect(await statuses(await made(['orders.place'], ada))).toEqual([404, 404, 404, 404]);
    expect(await statuses(await made(['figures'], ada))).toEqual([403, 403, 403, 403]);
    expect(await statuses(`tbk_${'x'.repeat(43)}`)).toEqual([401, 401, 401, 401]);
  });

  it('are asked for a basket and a list with nothing in them', async () => {
    const made = await call('POST', '/my-list', alice, { name: 'Empty', lines: [] });
    await call('PUT', '/my-basket', alice, { lines: [] });
    for (const path of ['/my-basket', `/my-list/${((await made.json()) as { _id: string })._id}`])
      expect(await (await call('GET', `${path}?companyId=${company._id}`, alice)).json()).toMatchObject({ lines: [] });
  });

  it('stand in the basket and the lists where they are read for the company', async () => {
    await call('PUT', '/my-basket', bob, { lines: lines(10) });
    const basket = async (query: string, as = bob) =>
      (await call('GET', `/my-basket${query}`, as)).json() as Promise<Priced>;
    expect(units(await basket(''))).toEqual([9.99, 9.99]);
    expect(units(await basket(`?companyId=${company._id}`))).toEqual([8.74, 17.5]);
    const made = await call('POST', '/my-list', bob, { name: 'Van', lines: lines(10) });
    const { _id } = (await made.json()) as { _id: string };
    const read = await call('GET', `/my-list/${_id}?companyId=${company._id}`, bob);
    expect(units((await read.json()) as Priced)).toEqual([8.74, 17.5]);
    const carl = await shop.person('Carla');
    for (const path of ['/my-basket', `/my-list/${_id}`])
      expect(await refusal(await call('GET', `${path}?companyId=${company._id}`, carl))).toEqual([
        404,
        'COMPANY_NOT_FOUND',
      ]);
  });

  it("hold on the list's days alone, and for those who buy for themselves never", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const own = [10.03, 20];
    await setList({ until: '2020-01-01' });
    expect(units(await priced(bob, 1))).toEqual(own);
    await setList({ from: '2999-01-01' });
    expect(units(await priced(bob, 1))).toEqual(own);
    await setList({ from: today, until: today });
    expect(units(await priced(bob, 1))).toEqual([8.78, 17.5]);
    const placed = (await (await place(bob, { lines: lines(1) })).json()) as Order;
    expect(placed.lines.map(({ unitPrice }) => unitPrice)).toEqual(own);
  });

  it('are those that the page showed, or the order is refused with what it costs now', async () => {
    const { price } = await priced(bob, 1);
    await setList({ percentOff: 20 });
    const refused = await place(bob, { lines: lines(1), companyId: company._id, price });
    expect(await refused.json()).toMatchObject({ code: 'PRICE_MISMATCH', price: 25.52 });
    expect((await place(bob, { lines: lines(1), companyId: company._id, price: 25.52 })).status).toBe(201);
    await setList({ percentOff: 12.5 });
  });
});

describe('an order for a company', () => {
  it('says for whom it is, and what the company says of itself where it does not', async () => {
    const placed = await place(bob, { lines: lines(1), companyId: company._id });
    expect(await placed.json()).toMatchObject({
      companyId: company._id,
      orderedBy: { name: 'Bob', email: bob.email },
      costCentre: null,
      company: company.name,
      vatId: company.vatId,
      invoiceAddress: { ...company.invoiceAddress, company: company.name },
    });
    const own = await place(bob, { lines: lines(1), companyId: company._id, company: 'Site 4', buyerReference: 'R-1' });
    expect(await own.json()).toMatchObject({ company: 'Site 4', buyerReference: 'R-1' });
    expect(await (await place(bob, { lines: lines(1) })).json()).toMatchObject({ companyId: null, company: '' });
  });

  it('asks for a purchase order number and a cost centre as its managers set them', async () => {
    const costCentres = [
      { code: 'Site-4', name: '' },
      { code: 'old', active: false },
    ];
    await call('PUT', `/company/${company._id}`, alice, { purchaseOrderRequired: true, costCentres });
    const order = (fields: object) => place(bob, { lines: lines(1), companyId: company._id, ...fields });
    expect(await refusal(await order({ purchaseOrder: ' ' }))).toEqual([422, 'PURCHASE_ORDER_REQUIRED']);
    const purchaseOrder = 'PO-1';
    for (const costCentre of ['old', 'none'])
      expect(await (await order({ purchaseOrder, costCentre })).json()).toMatchObject({
        issues: [{ path: 'costCentre' }],
      });
    expect(await (await order({ purchaseOrder, costCentre: 'SITE-4' })).json()).toMatchObject({ costCentre: 'Site-4' });
    expect((await place(bob, { lines: lines(1), costCentre: 'Site-4' })).status).toBe(400);
    await call('PUT', `/company/${company._id}`, alice, { purchaseOrderRequired: false });
  });

  it('is refused to other roles, others, and while the company is not active; prices go on', async () => {
    const mia = await shop.person('Mia');
    const fresh = await openCompany(shop, mia);
    const order = (as: Person, headers = {}) =>
      shop.call('POST', '/order', {
        as: as.token,
        headers,
        body: { name: 'x', address: 'y', phone: 'z', lines: lines(1), companyId: fresh._id },
      });
    expect(await refusal(await order(mia))).toEqual([409, 'COMPANY_NOT_ACTIVE']);
    expect(units(await priced(mia, 1, fresh._id))).toEqual([10.03, 20]);
    const active = await activate(shop, ada, fresh);
    const clerk = await shop.person('Clerk');
    await join(shop, { company: active, manager: mia, person: clerk, role: 'accounts' });
    expect(await refusal(await order(clerk))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(await order(bob))).toEqual([404, 'COMPANY_NOT_FOUND']);
    const key = { 'idempotency-key': 'once' };
    const first = (await (await order(mia, key)).json()) as Order;
    await activate(shop, ada, active, { status: 'on-hold' });
    expect(await refusal(await order(mia))).toEqual([409, 'COMPANY_ON_HOLD']);
    expect(await (await order(mia, key)).json()).toMatchObject({ _id: first._id, company: fresh.name });
  });

  it('is seen by the company as its roles say, and by nobody who has left', async () => {
    const { email, token, userId, sessionId } = await shop.person('Leaver');
    const leaver = { email, token, userId, sessionId };
    const approver = await shop.person('Approver');
    const buyer = await shop.person('Buyer');
    await join(shop, { company, manager: alice, person: leaver, role: 'buyer' });
    await join(shop, { company, manager: alice, person: approver, role: 'approver' });
    await join(shop, { company, manager: alice, person: buyer, role: 'buyer' });
    const { _id } = (await (await place(leaver, { lines: lines(1), companyId: company._id })).json()) as Order;
    const listed = async (as: Person, query: string) =>
      ((await (await call('GET', `/order?${query}`, as)).json()) as Order[]).map((order) => order._id);
    const seen = async (as: Person) => (await call('GET', `/order/${_id}`, as)).status;
    const ofCompany = `companyId=${company._id}`;
    expect(await Promise.all([leaver, alice, approver, buyer].map(seen))).toEqual([200, 200, 200, 404]);
    expect(await listed(approver, ofCompany)).toContain(_id);
    expect(await listed(buyer, ofCompany)).not.toContain(_id);
    expect(await listed(leaver, ofCompany)).toEqual([_id]);
    expect(await listed(leaver, `email=${leaver.email}`)).toEqual([_id]);
    expect(await refusal(await call('DELETE', `/order/${_id}`, approver))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(await call('POST', '/create-payment-intent', approver, { order: _id }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await call('PUT', `/order/${_id}/details`, alice, { note: 'Gate 2' })).status).toBe(200);
    await call('DELETE', `/company/${company._id}/member/${leaver.userId}`, leaver);
    expect(await seen(leaver)).toBe(404);
    expect(await listed(leaver, `email=${leaver.email}`)).toEqual([]);
    expect(await refusal(await call('GET', `/order?${ofCompany}`, leaver))).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect(await refusal(await call('DELETE', `/order/${_id}`, leaver))).toEqual([404, 'ORDER_NOT_FOUND']);
    expect(await (await call('DELETE', `/order/${_id}`, alice)).json()).toEqual({ deletedCount: 1 });
    expect((await call('GET', `/order?${ofCompany}&email=${alice.email}`, alice)).status).toBe(400);
  });

  it('on the telephone has the prices of the company, or those that sales gives with a reason', async () => {
    const sales = await shop.person('Sally', 'sales');
    const tele = { email: 'tele@people.test', name: 'Tele Phone', companyId: company._id, role: 'buyer' };
    expect((await call('POST', '/customer', sales, tele)).status).toBe(201);
    const order = { customer: tele.email, companyId: company._id };
    const [one, other] = lines(1);
    const given = { ...one!, unitPrice: 5, reason: 'Scratched' };
    const placed = await place(sales, { ...order, lines: [given, other] });
    const made = (await placed.json()) as Order;
    expect(made.lines.map(({ unitPrice }) => unitPrice)).toEqual([5, 17.5]);
    expect(made.orderedBy).toEqual({ name: 'Tele Phone', email: tele.email });
    const audit = await call('GET', `/audit?about=${made._id}`, ada);
    expect(await audit.json()).toMatchObject([
      { action: 'order.placed', details: { prices: [{ toolId: hammer._id, unitPrice: 5, reason: 'Scratched' }] } },
    ]);
    // A gift beside what costs something is an order, one alone is none.
    const gift = { ...one!, unitPrice: 0, reason: 'Gift' };
    expect((await place(sales, { ...order, lines: [gift, other] })).status).toBe(201);
    const free = await place(sales, { ...order, lines: [gift] });
    expect(free.status).toBe(400);
    expect(await free.json()).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'lines' }] });
    expect((await place(sales, { ...order, lines: [{ ...one!, unitPrice: 5 }, other] })).status).toBe(400);
    expect((await place(bob, { lines: [given] })).status).toBe(400);
    expect((await place(sales, { customer: sales.email, lines: [given] })).status).toBe(400);
    expect(await refusal(await place(bob, { customer: tele.email, lines: [given] }))).toEqual([403, 'FORBIDDEN']);
  });
});

it.each(['/tool?q=company', '/tool/HAMMER', '/facets?q=company', '/category'])(
  'GET %s is the same bytes for who buys for a company and for nobody',
  async (path) => {
    const at = path.replace('HAMMER', hammer._id);
    const [everybodys, members] = [await shop.call('GET', at), await shop.call('GET', at, { as: bob.token })];
    expect(everybodys.status).toBe(200);
    expect(await members.text()).toBe(await everybodys.text());
    expect(members.headers.get('cache-control')).toBe(everybodys.headers.get('cache-control'));
  },
);

describe('a price list', () => {
  it('has a version, items beside the own prices, and stays while companies have it', async () => {
    const made = await call('POST', '/price-list', ada, { name: 'Site', percentOff: 90, from: '2026-01-01' });
    const site = (await made.json()) as PriceList;
    expect(site).toEqual({ _id: site._id, name: 'Site', percentOff: 90, from: '2026-01-01', items: 0, version: 1 });
    const at = `/price-list/${site._id}`;
    const inText = await call('POST', '/price-list', ada, { name: 'Text', percentOff: '12.50' });
    expect([inText.status, ((await inText.json()) as PriceList).percentOff]).toEqual([201, 12.5]);
    const edit = { name: 'Sites', percentOff: 1.25 };
    expect(await (await call('PUT', at, ada, { ...edit, version: 1 })).json()).toEqual({
      _id: site._id,
      ...edit,
      items: 0,
      version: 2,
    });
    expect(await refusal(await call('PUT', at, ada, { ...edit, version: 1 }))).toEqual([409, 'STALE_PRICE_LIST']);
    for (const wrong of [
      { percentOff: 90.01 },
      { percentOff: 1.234 },
      { percentOff: '5%' },
      { percentOff: null },
      { from: '2026-02-01', until: '2026-01-01' },
    ])
      expect((await call('PUT', at, ada, { ...edit, ...wrong })).status).toBe(400);
    const item = `${at}/item/${saw._id}`;
    expect((await call('PUT', item, ada, { price: 15, priceBreaks: [{ from: 2, price: 15 }] })).status).toBe(400);
    expect((await call('PUT', item, ada, { price: 15 })).status).toBe(200);
    expect(await (await call('GET', `${at}/items?q=frm`, ada)).json()).toEqual([
      {
        toolId: saw._id,
        tool: 'Company saw',
        sku: 'FRM-SAW',
        priceUnit: 1,
        price: 15,
        priceBreaks: [],
        own: {
          price: 20,
          priceBreaks: [
            { from: 10, price: 9.99 },
            { from: 100, price: 8 },
          ],
        },
      },
    ]);
    expect(await (await call('GET', `${at}/items?q=nothing`, ada)).json()).toEqual([]);
    await call('PUT', item, ada, { price: 15, priceBreaks: [{ from: 50, price: 14.5 }] });
    const sheet = await call('GET', `/export/price-list/${site._id}`, ada);
    expect(await sheet.text()).toMatch(/sku,name,price,priceBreaks\r\nFRM-SAW,Company saw,15(\.00)?,50: 14\.5\r\n/);
    expect(await refusal(await call('GET', '/export/price-list/none', ada))).toEqual([404, 'PRICE_LIST_NOT_FOUND']);
    expect(await (await call('DELETE', item, ada)).json()).toEqual({ deletedCount: 1 });
    expect(await refusal(await call('DELETE', `/price-list/${list._id}`, ada))).toEqual([409, 'PRICE_LIST_IN_USE']);
    expect(await (await call('DELETE', at, ada)).json()).toEqual({ deletedCount: 1 });
    expect(await refusal(await call('GET', `${at}/items`, ada))).toEqual([404, 'PRICE_LIST_NOT_FOUND']);
  });
});
