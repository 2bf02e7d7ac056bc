import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListSummary, NamedList } from '#contract/buying/named-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let hammer: Tool;
let spanner: Tool;
let people = 0;
let token: string;
let email: string;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  hammer = await shop.tool({ name: 'Hammer', sku: 'H-1', price: 10, minOrderQuantity: 1 });
  spanner = await shop.tool({ name: 'Spanner', sku: 'S-1', price: 4, minOrderQuantity: 12, quantityStep: 12 });
});
beforeEach(async () => ({ token, email } = await shop.person(`Lister${++people}`)));
afterAll(() => shop.close());

const line = ({ _id }: Tool, quantity: number) => ({ toolId: _id, quantity });
const call = (method: string, path: string, body?: unknown, as = token) =>
  shop.call(method, `/my-list${path}`, { as, ...(body === undefined ? {} : { body }) });

async function list(method: string, path: string, body?: unknown): Promise<NamedList> {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(method === 'POST' && path === '' ? 201 : 200);
  return (await answer.json()) as NamedList;
}
async function refusal(method: string, path: string, body?: unknown, as = token) {
  const answer = await call(method, path, body, as);
  const { code, issues, version } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, code, ...(issues ? { issues } : {}), ...(version === undefined ? {} : { version }) };
}
const all = async () => (await (await call('GET', '')).json()) as ListSummary[];
const quantities = ({ lines }: NamedList) => lines.map(({ tool, quantity }) => [tool, quantity]);

describe('a list of the own', () => {
  it('is saved with its lines, which are priced as of today and say what is wrong', async () => {
    const van = await list('POST', '', { name: ' Van stock ', lines: [line(hammer, 3), line(spanner, 13)] });
    expect(van).toMatchObject({
      name: 'Van stock',
      version: 1,
      lineCount: 2,
      lines: [
        { tool: 'Hammer', sku: 'H-1', quantity: 3, unitPrice: 10, price: 30, problem: null },
        { tool: 'Spanner', quantity: 13, problem: 'NOT_A_MULTIPLE', suggestion: 12 },
      ],
    });
    expect(await list('GET', `/${van._id}`)).toEqual(van);
    await list('POST', '', { name: 'Big jobs', lines: [] });
    expect((await all()).map(({ name, lineCount }) => [name, lineCount])).toEqual([
      ['Big jobs', 0],
      ['Van stock', 2],
    ]);
  });

  it('is renamed, replaced and changed; what is not named stays', async () => {
    const { _id } = await list('POST', '', { name: 'Van', lines: [line(hammer, 3), line(spanner, 12)] });
    expect(await list('PUT', `/${_id}`, { name: 'van' })).toMatchObject({ name: 'van', version: 2, lineCount: 2 });
    const changed = await list('PATCH', `/${_id}`, { lines: [line(hammer, 0), line(spanner, 24)] });
    expect(quantities(changed)).toEqual([['Spanner', 24]]);
    const replaced = await list('PUT', `/${_id}`, { lines: [line(hammer, 7)], version: 3 });
    expect(quantities(replaced)).toEqual([['Hammer', 7]]);
    expect(await refusal('PUT', `/${_id}`, { lines: [], version: 3 })).toEqual({
      status: 409,
      code: 'STALE_LIST',
      version: 4,
    });
    expect(quantities(await list('GET', `/${_id}`))).toEqual([['Hammer', 7]]);
  });

  it('takes in another one, the larger quantity staying, and the other is gone', async () => {
    const van = await list('POST', '', { name: 'Van', lines: [line(hammer, 3), line(spanner, 24)] });
    const shed = await list('POST', '', { name: 'Shed', lines: [line(spanner, 12), line(hammer, 5)] });
    expect(quantities(await list('POST', `/${van._id}/merge`, { list: shed._id }))).toEqual([
      ['Hammer', 5],
      ['Spanner', 24],
    ]);
    expect((await all()).map(({ name }) => name)).toEqual(['Van']);
    const gone = { status: 404, code: 'LIST_NOT_FOUND' };
    expect(await refusal('POST', `/${van._id}/merge`, { list: shed._id })).toEqual(gone);
    expect(await refusal('POST', `/${van._id}/merge`, { list: van._id })).toEqual(gone);
    expect(quantities(await list('GET', `/${van._id}`))).toHaveLength(2);
  });

  it('has a name of its own, whatever the case', async () => {
    const van = await list('POST', '', { name: 'Van', lines: [] });
    const taken = { status: 409, code: 'LIST_NAME_TAKEN', issues: [expect.objectContaining({ path: 'name' })] };
    expect(await refusal('POST', '', { name: 'VAN', lines: [] })).toEqual(taken);
    const shed = await list('POST', '', { name: 'Shed', lines: [] });
    expect(await refusal('PUT', `/${shed._id}`, { name: 'van ' })).toEqual(taken);
    expect(await list('PUT', `/${van._id}`, { name: 'Van' })).toMatchObject({ name: 'Van' });
    for (const name of ['', '   ', 'x'.repeat(81)])
      expect(await refusal('POST', '', { name, lines: [] })).toMatchObject({ status: 400 });
  });

  it('has bounds: tools that are, each once, at most a thousand, in at most fifty lists', async () => {
    const unknown = await refusal('POST', '', { name: 'Van', lines: [line(hammer, 1), { toolId: 'no', quantity: 1 }] });
    expect(unknown).toMatchObject({ status: 404, code: 'TOOL_NOT_FOUND', issues: [{ path: 'lines.1.toolId' }] });
    const twice = await refusal('POST', '', { name: 'Van', lines: [line(hammer, 1), line(hammer, 2)] });
    expect(twice).toMatchObject({ status: 400, issues: [{ path: 'lines.1.toolId' }] });
    const many = Array.from({ length: 1_001 }, (_, index) => ({ toolId: `t${index}`, quantity: 1 }));
    expect(await refusal('POST', '', { name: 'Van', lines: many })).toMatchObject({ status: 422, code: 'LIST_FULL' });
    expect(await all()).toEqual([]);
    for (let index = 0; index < 50; index++) await list('POST', '', { name: `List ${index}`, lines: [] });
    expect(await refusal('POST', '', { name: 'One more', lines: [] })).toEqual({ status: 422, code: 'TOO_MANY_LISTS' });
  });

  it('is deleted, and is nobody else’s', async () => {
    const { _id } = await list('POST', '', { name: 'Van', lines: [line(hammer, 3)] });
    const { token: other } = await shop.person(`Other${++people}`);
    const notTheirs = { status: 404, code: 'LIST_NOT_FOUND' };
    expect(await refusal('GET', `/${_id}`, undefined, other)).toEqual(notTheirs);
    expect(await refusal('PUT', `/${_id}`, { name: 'Mine' }, other)).toEqual(notTheirs);
    expect(await refusal('PATCH', `/${_id}`, { lines: [] }, other)).toEqual(notTheirs);
    expect(await refusal('DELETE', `/${_id}`, undefined, other)).toEqual(notTheirs);
    const own = (await (await call('POST', '', { name: 'Own', lines: [] }, other)).json()) as NamedList;
    expect(await refusal('POST', `/${own._id}/merge`, { list: _id }, other)).toEqual(notTheirs);
    expect(await (await call('DELETE', `/${_id}`)).json()).toEqual({ deletedCount: 1 });
    expect(await refusal('DELETE', `/${_id}`)).toEqual(notTheirs);
  });

  it('keeps the name of a tool that is no longer sold', async () => {
    const tool = await shop.tool({ name: 'Season’s shears' });
    const { _id } = await list('POST', '', { name: 'Garden', lines: [line(tool, 1)] });
    const { token: ada } = await shop.signIn('ada@tradebench.test');
    await shop.call('DELETE', `/tool/${tool._id}`, { as: ada });
    expect((await list('GET', `/${_id}`)).lines).toMatchObject([
      { tool: 'Season’s shears', problem: 'TOOL_NOT_FOUND' },
    ]);
  });

  it('is in what the shop hands out about somebody, and so is the basket', async () => {
    await list('POST', '', { name: 'Van', lines: [line(hammer, 3)] });
    await list('POST', '', { name: 'Empty', lines: [] });
    await shop.call('PUT', '/my-basket', { as: token, body: { lines: [line(spanner, 24)] } });
    const data = await (await shop.call('GET', `/user/${email}/data`, { as: token })).json();
    expect(data).toMatchObject({
      basket: [{ tool: 'Spanner', quantity: 24 }],
      lists: [
        { name: 'Van', lines: [{ tool: 'Hammer', quantity: 3 }] },
        { name: 'Empty', lines: [] },
      ],
    });
  });
});
