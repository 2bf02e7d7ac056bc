import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListSummary, NamedList } from '#contract/buying/named-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shops: TestShop[];
let tools: Tool[];
let turn = 0;

beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
  tools = await Promise.all(Array.from({ length: 4 }, (_, index) => shops[0]!.tool({ name: `Tool ${index}` })));
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** Every second call goes to the other process. */
const call = (as: string, method: string, path: string, body?: object) =>
  shops[turn++ % 2]!.call(method, `/my-list${path}`, { as, ...(body ? { body } : {}) });
const lines = (...of: [number, number][]) => of.map(([tool, quantity]) => ({ toolId: tools[tool]!._id, quantity }));
const listsOf = async (as: string) => (await (await call(as, 'GET', '')).json()) as ListSummary[];
const statuses = (answers: Response[]) => answers.map(({ status }) => status).toSorted();

it('two windows that save a list of one name: one list; fifty at most, however many ask at once', async () => {
  const { token } = await shops[0]!.person('Namer');
  const same = await Promise.all(
    ['Van', 'VAN', 'van', 'Van '].map((name) => call(token, 'POST', '', { name, lines: lines([0, 1]) })),
  );
  expect(statuses(same)).toEqual([201, 409, 409, 409]);
  const many = await Promise.all(
    Array.from({ length: 60 }, (_, index) => call(token, 'POST', '', { name: `List ${index}`, lines: [] })),
  );
  expect(statuses(many).filter((status) => status === 201)).toHaveLength(49);
  expect(await listsOf(token)).toHaveLength(50);
});

it('two windows that replace the version both saw: one wins, the other is told, and no lines are mixed', async () => {
  const { token } = await shops[0]!.person('Replacer');
  const { _id } = (await (await call(token, 'POST', '', { name: 'Van', lines: [] })).json()) as NamedList;
  for (let version = 1; version <= 10; version++) {
    const answers = await Promise.all([
      call(token, 'PUT', `/${_id}`, { lines: lines([0, version], [1, version]), version }),
      call(token, 'PUT', `/${_id}`, { lines: lines([2, version], [3, version]), version }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const now = (await (await call(token, 'GET', `/${_id}`)).json()) as NamedList;
    expect(now.version).toBe(version + 1);
    expect(['Tool 0,Tool 1', 'Tool 2,Tool 3']).toContain(now.lines.map(({ tool }) => tool).join());
  }
});

it('two windows that merge both ways while a third changes and a fourth deletes: nothing is lost, nobody hangs', async () => {
  const { token } = await shops[0]!.person('Merger');
  for (let round = 0; round < 10; round++) {
    const make = async (name: string, tool: number) =>
      (await (
        await call(token, 'POST', '', { name: `${name} ${round}`, lines: lines([tool, 5]) })
      ).json()) as NamedList;
    const [van, shed] = [await make('Van', 0), await make('Shed', 1)];
    const answers = await Promise.all([
      call(token, 'POST', `/${van._id}/merge`, { list: shed._id }),
      call(token, 'POST', `/${shed._id}/merge`, { list: van._id }),
      call(token, 'PATCH', `/${van._id}`, { lines: lines([2, 7]) }),
    ]);
    expect(statuses(answers.slice(0, 2))).toEqual([200, 404]);
    const [left, ...others] = await listsOf(token);
    expect(others).toEqual([]);
    const list = (await (await call(token, 'GET', `/${left!._id}`)).json()) as NamedList;
    const kept = list.lines.map(({ tool }) => tool).toSorted();
    expect(kept).toEqual(answers[2]!.status === 200 ? ['Tool 0', 'Tool 1', 'Tool 2'] : ['Tool 0', 'Tool 1']);
    expect((await call(token, 'DELETE', `/${left!._id}`)).status).toBe(200);
  }
});
