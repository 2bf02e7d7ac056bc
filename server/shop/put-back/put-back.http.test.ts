import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const call = async <T>(method: string, path: string, body?: object) => {
  const answer = await shop.call(method, path, { as: ada.token, ...(body ? { body } : {}) });
  return { status: answer.status, body: (await answer.json()) as T };
};
const entries = async (query = '') => (await call<AuditEntry[]>('GET', `/audit?${query}`)).body;
const last = async () => (await entries('limit=1'))[0]!;
const toolNow = async (id: string) => (await call<Tool>('GET', `/tool/${id}`)).body;
const edit = async (id: string, change: Partial<Tool>) =>
  expect(await call('PUT', `/tool/${id}`, { ...(await toolNow(id)), ...change })).toMatchObject({ status: 200 });
const putBack = (id: string) =>
  call<{ code?: string; message?: string; kept?: string[] }>('POST', `/audit/${id}/put-back`);

describe('POST /audit/{id}/put-back', () => {
  it('puts prices and texts back, and what it did can be put back too', async () => {
    const { _id } = await shop.tool({ name: 'Claw hammer', price: 10, sku: 'CLAW' });
    await edit(_id, { price: 12, name: 'Claw', sku: '' });
    const entry = await last();
    expect(entry).toMatchObject({ action: 'tool.price-changed', canPutBack: true });
    expect(await putBack(entry._id)).toMatchObject({ status: 200, body: { modifiedCount: 1, kept: [] } });
    expect(await toolNow(_id)).toMatchObject({ price: 10, name: 'Claw hammer', sku: 'CLAW' });
    const undone = await last();
    expect(undone).toMatchObject({ action: 'tool.price-changed', details: { putBack: entry._id } });
    expect(await putBack(undone._id)).toMatchObject({ status: 200 });
    expect(await toolNow(_id)).toMatchObject({ price: 12, name: 'Claw' });
  });

  it('leaves what somebody has changed again since, and names it; where that is all, refuses', async () => {
    const { _id } = await shop.tool({ name: 'Axe', price: 10 });
    await edit(_id, { price: 12, name: 'Hatchet' });
    const entry = await last();
    await edit(_id, { price: 13 });
    expect(await putBack(entry._id)).toMatchObject({ status: 200, body: { kept: ['price'] } });
    expect(await toolNow(_id)).toMatchObject({ price: 13, name: 'Axe' });
    expect(await putBack(entry._id)).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });
  });

  it('never touches the stock', async () => {
    const { _id } = await shop.tool({ availableQuantity: 100 });
    await edit(_id, { availableQuantity: 500 });
    const entry = await last();
    expect(entry).toMatchObject({ action: 'tool.restocked', canPutBack: false });
    expect(await putBack(entry._id)).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });
    expect(await toolNow(_id)).toMatchObject({ availableQuantity: 500 });
  });

  it('puts settings back as a new version', async () => {
    const read = async () => (await call<Settings>('GET', '/settings')).body;
    const first = await read();
    await call('PUT', '/settings', { ...first, holdHours: 24, company: { ...first.company, phone: '+1' } });
    const entry = await last();
    expect(entry).toMatchObject({ action: 'settings.changed', canPutBack: true });
    expect(await putBack(entry._id)).toMatchObject({ status: 200 });
    expect(await read()).toEqual({ ...first, version: first.version + 2 });
    expect(await (await shop.call('GET', '/shop')).json()).toMatchObject({ company: { phone: first.company.phone } });
  });

  it('refuses in a sentence where what was and what is contradict each other', async () => {
    const saw = await shop.tool({ price: 10, priceBreaks: [{ from: 10, price: 9 }] });
    await edit(saw._id, { priceBreaks: [] });
    const entry = await last();
    await edit(saw._id, { price: 8 });
    const refused = await putBack(entry._id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });
    expect(refused.body.message).toMatch(/does not fit what there is now: .+\. Change it by hand\.$/);
    expect(await toolNow(saw._id)).toMatchObject({ price: 8, priceBreaks: [] });

    const step = await shop.tool({ minOrderQuantity: 10, quantityStep: 5 });
    await edit(step._id, { quantityStep: 1 });
    const stepped = await last();
    await edit(step._id, { minOrderQuantity: 11 });
    expect(await putBack(stepped._id)).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });

    const days = await shop.tool({ onSaleUntil: '2030-01-01' });
    await edit(days._id, { onSaleUntil: '' });
    const dated = await last();
    await edit(days._id, { onSaleFrom: '2031-01-01' });
    expect(await putBack(dated._id)).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });
  });

  it('refuses a picture of a host that is no longer allowed, and a VAT number that is none where the company is now', async () => {
    const { _id } = await shop.tool({ image: 'https://pictures.example/saw.webp' });
    await edit(_id, { image: '/pictures/hammer-640.webp' });
    const entry = await last();
    shop.parts.config.imageHosts = ['other.example'];
    expect(await putBack(entry._id)).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });

    const first = (await call<Settings>('GET', '/settings')).body;
    const company = { ...first.company, country: 'US', vatId: '' };
    const put = (change: object, version: number) =>
      call('PUT', '/settings', { ...first, company: { ...company, ...change }, version });
    expect((await put({ vatId: '12-3456789' }, first.version)).status).toBe(200);
    expect((await put({ vatId: '' }, first.version + 1)).status).toBe(200);
    const changed = await last();
    expect((await put({ country: 'DE' }, first.version + 2)).status).toBe(200);
    expect(await putBack(changed._id)).toMatchObject({ status: 409, body: { code: 'CANNOT_PUT_BACK' } });
  });

  it('asks the permission of what it changes: a key for the log alone changes nothing', async () => {
    const key = async (scopes: string[]) =>
      (await call<{ key: string }>('POST', '/api-key', { name: scopes.join(' '), scopes })).body.key;
    const [auditor, sellers, setters] = [
      await key(['audit']),
      await key(['audit', 'tools.write']),
      await key(['audit', 'settings']),
    ];
    const as = async (token: string, id: string) =>
      (await shop.call('POST', `/audit/${id}/put-back`, { as: token })).status;
    const { _id } = await shop.tool({ price: 10 });
    await edit(_id, { price: 12 });
    const ofTool = (await last())._id;
    const { version, ...settings } = (await call<Settings>('GET', '/settings')).body;
    await call('PUT', '/settings', { ...settings, version, holdHours: 24 });
    const ofSettings = (await last())._id;
    expect([await as(auditor, ofTool), await as(setters, ofTool)]).toEqual([403, 403]);
    expect([await as(auditor, ofSettings), await as(sellers, ofSettings)]).toEqual([403, 403]);
    expect(await toolNow(_id)).toMatchObject({ price: 12 });
    expect((await call<Settings>('GET', '/settings')).body).toMatchObject({ holdHours: 24 });
    expect([await as(sellers, ofTool), await as(setters, ofSettings)]).toEqual([200, 200]);
  });

  it('knows no entry that is not there', async () => {
    expect(await putBack('01aaaaaaaaaaaaaaaaaaaaaaaa')).toMatchObject({ status: 404 });
  });
});

describe('GET /audit', () => {
  it('finds by who, what, about whom and when', async () => {
    const { _id } = await shop.tool({ name: 'Torque wrench 50%' });
    await edit(_id, { name: 'Torque wrench 60%' });
    const ids = async (query: string) => (await entries(query)).map(({ subject }) => subject);
    expect(await ids(`about=${encodeURIComponent('wrench 60%')}`)).toEqual([_id]);
    expect(await ids(`about=${_id}&what=tool`)).toEqual([_id, _id]);
    expect(await ids(`about=${_id}&what=tool.edited&who=ada`)).toEqual([_id]);
    expect(await ids(`about=${_id}&who=bob`)).toEqual([]);
    expect(await ids(`about=${_id}&what=too`)).toEqual([]);
    expect(await ids(`about=${_id}&to=2020-01-01`)).toEqual([]);
    expect(await ids(`about=${_id}&what=tool.added&from=2020-01-01`)).toEqual([_id]);
    expect((await call('GET', '/audit?from=2021-01-01&to=2020-01-01')).status).toBe(400);
  });

  it('goes into a sheet with the same filters', async () => {
    const { _id } = await shop.tool({ name: '=HYPERLINK("x")' });
    await edit(_id, { name: 'Plane' });
    const answer = await shop.call('GET', `/export/audit?what=tool.edited&about=${_id}`, { as: ada.token });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    const [heading, row, ...rest] = (await answer.text()).trim().split('\r\n');
    expect(heading).toMatch(/when,who,action,subject,details$/);
    expect(row).toContain(`,tool.edited,${_id},`);
    expect(rest).toEqual([]);
  });
});
