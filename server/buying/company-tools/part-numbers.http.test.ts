import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activate, join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { plainCode, plainName } from '#server/buying/order-lines/plain.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
let company: Company;
let hammer: Tool;
let saw: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  company = await activate(shop, ada, await openCompany(shop, alice));
  await join(shop, { company, manager: alice, person: bob, role: 'buyer' });
  hammer = await shop.tool({ name: 'Company hammer', price: 10, availableQuantity: 100_000 });
  saw = await shop.tool({ name: 'Company saw', sku: 'FRM-SAW', price: 20, availableQuantity: 100_000 });
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
const place = (as: Person, fields: object) =>
  call('POST', '/order', as, { name: 'Site', address: '1 Dock Road', phone: '555', ...fields });

describe("a company's own part numbers", () => {
  const at = (tool: Tool) => `/company/${company._id}/part-number/${tool._id}`;
  it('are understood before stock numbers, whatever their case, blanks and hyphens, and carried by lines', async () => {
    expect(await (await call('PUT', at(hammer), bob, { number: 'NB 100/7' })).json()).toMatchObject({
      number: 'NB 100/7',
    });
    expect(await refusal(await call('PUT', at(saw), bob, { number: 'nb-1007' }))).toEqual([409, 'PART_NUMBER_TAKEN']);
    const read = async (companyId?: string, as: Person | null = bob) =>
      call('POST', '/order-lines', as, { text: 'nb1007;24', ...(companyId ? { companyId } : {}) });
    expect(await (await read(company._id)).json()).toMatchObject({ rows: [{ toolId: hammer._id, quantity: 24 }] });
    expect(await (await read()).json()).toMatchObject({ rows: [{ toolId: null }] });
    expect((await read(company._id, null)).status).toBe(401);
    const priced = await call('POST', '/price', bob, { lines: lines(1), companyId: company._id });
    expect(((await priced.json()) as Priced).lines.map(({ buyerNumber }) => buyerNumber)).toEqual(['NB 100/7', null]);
    const placed = (await (await place(bob, { lines: lines(1), companyId: company._id })).json()) as Order;
    expect(placed.lines.map(({ buyerNumber }) => buyerNumber)).toEqual(['NB 100/7', null]);
    expect(await (await call('GET', `/company/${company._id}/part-numbers?q=100/7`, alice)).json()).toEqual([
      { toolId: hammer._id, tool: 'Company hammer', sku: null, number: 'NB 100/7' },
    ]);
    // The company's number of one tool is the shop's of another.
    await call('PUT', at(hammer), bob, { number: 'frm saw' });
    const own = await call('POST', '/order-lines', bob, { text: 'FRM-SAW 24', companyId: company._id });
    expect(await own.json()).toMatchObject({ rows: [{ toolId: hammer._id, quantity: 24 }] });
    expect(await (await call('DELETE', at(hammer), bob)).json()).toEqual({ deletedCount: 1 });
    // A number of digits alone is no quantity where it stands beside the shop's.
    await call('PUT', at(saw), bob, { number: '584377' });
    for (const text of ['24;584377;FRM-SAW', 'FRM-SAW;584377;24', '584377 24']) {
      const answer = await call('POST', '/order-lines', bob, { text, companyId: company._id });
      expect(await answer.json()).toMatchObject({ rows: [{ toolId: saw._id, quantity: 24 }] });
    }
    expect(await (await call('DELETE', at(saw), bob)).json()).toEqual({ deletedCount: 1 });
  });

  it('and stock numbers are found whatever the case of ä, ß, é, Σ and Ж, too', async () => {
    const drill = await shop.tool({ name: 'Größter Bohrer', sku: 'BÖR-ÉΣ-Ж', price: 5, availableQuantity: 100 });
    await call('PUT', at(hammer), bob, { number: 'Größe Ä/7' });
    expect(await refusal(await call('PUT', at(saw), bob, { number: 'GRÖSSE-ä7' }))).toEqual([409, 'PART_NUMBER_TAKEN']);
    const text = 'GRÖSSE ä7;24\nbör éς ж;5\n3 GRÖSSTER BOHRER';
    expect(await (await call('POST', '/order-lines', bob, { text, companyId: company._id })).json()).toMatchObject({
      rows: [
        { toolId: hammer._id, quantity: 24 },
        { toolId: drill._id, quantity: 8 },
      ],
    });
    expect(await (await call('GET', `/company/${company._id}/part-numbers?q=GRÖSSE`, alice)).json()).toHaveLength(1);
    await call('DELETE', at(hammer), bob);
    const letters = Array.from({ length: 0x10_000 }, (_, point) => String.fromCharCode(point)).filter((letter) =>
      /\p{L}/u.test(letter),
    );
    const folded = await shop.parts.database.raw<{ letter: string; code: string; name: string }>(
      'select letter, plain_code(letter) as code, plain_name(letter) as name from unnest($1::text[]) as letter',
      [letters],
    );
    expect(folded).toHaveLength(letters.length);
    expect(folded.filter(({ letter, code, name }) => code !== plainCode(letter) || name !== plainName(letter))).toEqual(
      [],
    );
  });

  it.each(['M10(50)', '12,5-A', 'A:12', 'BSP 3/4"'])(
    'are understood with signs in them that part others: %s',
    async (number) => {
      await call('PUT', at(hammer), bob, { number });
      for (const text of [`${number}\t7`, `Number;Quantity\n${number};7`, `7\t${number}`]) {
        const answer = await call('POST', '/order-lines', bob, { text, companyId: company._id });
        expect(await answer.json()).toMatchObject({ rows: [{ toolId: hammer._id, quantity: 7 }] });
      }
      await call('DELETE', at(hammer), bob);
    },
  );

  it('are pasted row by row, each answered for itself', async () => {
    const text = 'FRM-SAW\tNB-200\nNB-300\tHAM-CL-16H\nnothing\tNB-400\nham cl 16h;NB 200\nFRM-SAW';
    const answer = await call('POST', `/company/${company._id}/part-numbers`, bob, { text });
    const { rows } = (await answer.json()) as { rows: { number: string; problem: string }[] };
    expect(rows.map(({ number, problem }) => problem ?? number)).toEqual([
      'NB-200',
      'NB-300',
      'NOT_FOUND',
      'PART_NUMBER_TAKEN',
      'NO_NUMBER',
    ]);
    const clerk = await shop.person('Numberless');
    await join(shop, { company, manager: alice, person: clerk, role: 'accounts' });
    const refused = await call('POST', `/company/${company._id}/part-numbers`, clerk, { text });
    expect(await refusal(refused)).toEqual([403, 'FORBIDDEN']);
  });

  it('are pasted with a word at the row whose number a later row replaces, and only there', async () => {
    const paste = async (text: string) => {
      const answer = await call('POST', `/company/${company._id}/part-numbers`, bob, { text });
      const { rows } = (await answer.json()) as { rows: { number: string; problem: string }[] };
      return rows.map(({ number, problem }) => [number, problem]);
    };
    const kept = async (tool: Tool) => {
      const answer = await call('GET', `/company/${company._id}/part-numbers`, bob);
      return ((await answer.json()) as { toolId: string; number: string }[]).find(({ toolId }) => toolId === tool._id)
        ?.number;
    };
    expect(await paste('FRM-SAW;NB-601\nNB-602;frm saw\nFRM-SAW;NB-603')).toEqual([
      ['NB-601', 'REPLACED'],
      ['NB-602', 'REPLACED'],
      ['NB-603', null],
    ]);
    expect(await kept(saw)).toBe('NB-603');
    // One number written in two ways is one number; what is refused replaces nothing.
    await call('PUT', at(hammer), bob, { number: 'NB-700' });
    expect(await paste('FRM-SAW;NB-604\nFRM-SAW;nb 604\nFRM-SAW;NB-700')).toEqual([
      ['NB-604', null],
      ['nb 604', null],
      ['NB-700', 'PART_NUMBER_TAKEN'],
    ]);
    expect(await kept(saw)).toBe('nb 604');
    for (const tool of [hammer, saw]) await call('DELETE', at(tool), bob);
  });

  it('are pasted with a heading or none, with blanks in them, and found however they are written', async () => {
    const paste = async (text: string) => {
      const answer = await call('POST', `/company/${company._id}/part-numbers`, bob, { text });
      const { rows } = (await answer.json()) as { rows: { row: number; number: string; problem: string }[] };
      return rows.map(({ row, number, problem }) => [row, problem ?? number]);
    };
    const heading = 'Stock number\tYour number';
    expect(await paste(`${heading}\nFRM-SAW\tNB 800/1`)).toEqual([[2, 'NB 800/1']]);
    expect(await paste('Our part number;SKU\nNB-801;FRM-SAW')).toEqual([[2, 'NB-801']]);
    expect(await paste('FRM-SAW   NB 802 / 1')).toEqual([[1, 'NB 802 / 1']]);
    expect(await paste('NB 803 / 1 FRM-SAW')).toEqual([[1, 'NB 803 / 1']]);
    for (const q of ['nb803', 'NB-803/1', '03-1'])
      expect(await (await call('GET', `/company/${company._id}/part-numbers?q=${q}`, bob)).json()).toEqual([
        { toolId: saw._id, tool: 'Company saw', sku: 'FRM-SAW', number: 'NB 803 / 1' },
      ]);
    await call('DELETE', at(saw), bob);
  });

  it('are pasted as long as they may be, by characters and not by units', async () => {
    const paste = async (number: string) => {
      const answer = await call('POST', `/company/${company._id}/part-numbers`, bob, { text: `FRM-SAW;${number}` });
      return ((await answer.json()) as { rows: { problem: string | null }[] }).rows[0]?.problem;
    };
    expect([await paste('𠮷'.repeat(64)), await paste('𠮷'.repeat(65))]).toEqual([null, 'TOO_LONG']);
    await call('DELETE', at(saw), bob);
  });

  it('are pasted with what parts cells elsewhere, where it stands in quotes', async () => {
    for (const number of ['NB;900', 'NB|901', 'NB,902']) {
      for (const row of [`FRM-SAW,"${number}"`, `"${number}","FRM-SAW"`, `"${number}"\tFRM-SAW`]) {
        const answer = await call('POST', `/company/${company._id}/part-numbers`, bob, { text: row });
        expect(await answer.json()).toMatchObject({ rows: [{ toolId: saw._id, number, problem: null }] });
      }
    }
    await call('DELETE', at(saw), bob);
  });

  it('of a tool that was removed are listed no more, and free for the one that comes after it', async () => {
    const made = { price: 5, availableQuantity: 100 };
    const [old, next] = [await shop.tool({ ...made, name: 'Old' }), await shop.tool({ ...made, name: 'Next' })];
    expect((await call('PUT', at(old), bob, { number: 'NB-900' })).status).toBe(200);
    expect(await refusal(await call('PUT', at(next), bob, { number: 'nb 900' }))).toEqual([409, 'PART_NUMBER_TAKEN']);
    const { token } = await shop.signIn('ada@tradebench.test');
    expect((await shop.call('DELETE', `/tool/${old._id}`, { as: token })).status).toBe(200);
    const listed = async () => (await call('GET', `/company/${company._id}/part-numbers?q=NB-900`, bob)).json();
    expect(await listed()).toEqual([]);
    expect((await call('PUT', at(next), bob, { number: 'nb 900' })).status).toBe(200);
    expect(await listed()).toMatchObject([{ toolId: next._id, number: 'nb 900' }]);
    await call('DELETE', at(next), bob);
  });

  it.each([
    ['manager', 200],
    ['approver', 200],
    ['buyer', 200],
    ['accounts', 403],
  ] as const)('are read by a %s, whose change answers %i', async (role, status) => {
    const person = role === 'manager' ? alice : await shop.person(`Numbers${role}`);
    if (role !== 'manager') await join(shop, { company, manager: alice, person, role });
    expect((await call('GET', `/company/${company._id}/part-numbers`, person)).status).toBe(200);
    expect((await call('PUT', at(hammer), person, { number: 'NB-500' })).status).toBe(status);
    expect((await call('DELETE', at(hammer), person)).status).toBe(status);
  });

  it('are nothing to others, to who has left, and none of what cannot be one', async () => {
    const gone = await shop.person('Gone');
    await join(shop, { company, manager: alice, person: gone, role: 'buyer' });
    await call('DELETE', `/company/${company._id}/member/${gone.userId}`, gone);
    for (const stranger of [gone, await shop.person('Carl'), await shop.person('Wes', 'warehouse')])
      for (const answer of [
        await call('GET', `/company/${company._id}/part-numbers`, stranger),
        await call('PUT', at(hammer), stranger, { number: 'NB-1' }),
        await call('DELETE', at(hammer), stranger),
        await call('POST', `/company/${company._id}/part-numbers`, stranger, { text: 'FRM-SAW;1' }),
      ])
        expect(await refusal(answer)).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect((await call('GET', `/company/${company._id}/part-numbers`, ada)).status).toBe(200);
    expect(await refusal(await call('PUT', at(hammer), ada, { number: 'NB-1' }))).toEqual([403, 'FORBIDDEN']);
    expect((await call('PUT', at(hammer), bob, { number: 'x'.repeat(64) })).status).toBe(200);
    for (const number of ['x'.repeat(65), '', ' ', '-/-'])
      expect((await call('PUT', at(hammer), bob, { number })).status).toBe(400);
    const unknown = await call('PUT', `/company/${company._id}/part-number/none`, bob, { number: 'NB-1' });
    expect(await refusal(unknown)).toEqual([404, 'TOOL_NOT_FOUND']);
    expect(await (await call('DELETE', at(hammer), bob)).json()).toEqual({ deletedCount: 1 });
    expect(await (await call('DELETE', at(hammer), bob)).json()).toEqual({ deletedCount: 0 });
  });
});
