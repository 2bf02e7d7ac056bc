import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun, Import } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const ROUNDS = 4;
let databases: Database[];
let shops: TestShop[];
let ada: string;
beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
  ada = (await shops[0]!.person('Ada', 'admin')).token;
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** What came of a try to give a tool a number: it has it, or where the refusal says that another has. */
type Outcome = 'given' | `refused at ${string}`;
/** A way to give a number. Whatever can be done before is done; the promise of it is the race. */
type Way = (shop: TestShop, gtin: string, name: string) => Promise<() => Promise<Outcome>>;

const outcomeOf = async (answer: Response): Promise<Outcome> => {
  if (answer.ok) return 'given';
  const { code, issues } = (await answer.json()) as ErrorBody;
  expect([answer.status, code]).toEqual([409, 'GTIN_TAKEN']);
  return `refused at ${issues?.[0]?.path ?? ''}`;
};
const packs = (gtin: string) => [
  { code: 'BX', name: 'Box', pieces: 12 },
  { code: 'CT', name: 'Karton', pieces: 144, gtin },
];
const editWith =
  (numbered: (gtin: string) => Partial<Tool>): Way =>
  async (shop, gtin, name) => {
    const { _id, documents: _documents, ...now } = await shop.tool({ name });
    return async () =>
      outcomeOf(await shop.call('PUT', `/tool/${_id}`, { as: ada, body: { ...now, ...numbered(gtin) } }));
  };
const importing =
  (sheet: (name: string, gtin: string) => string): Way =>
  async (shop, gtin, name) => {
    await shop.tool({ name });
    const sent = { as: ada, body: sheet(name, gtin), headers: { 'content-type': 'text/csv' } };
    const found = (await (await shop.call('POST', '/import/tools', sent)).json()) as DryRun;
    expect(found.errors).toEqual([]);
    return async () => {
      const answer = await shop.call('POST', `/import/${found._id}/commit`, { as: ada });
      if (answer.status === 200) return 'given';
      expect([answer.status, ((await answer.json()) as ErrorBody).code]).toEqual([409, 'STALE_IMPORT']);
      const end = (await (await shop.call('GET', `/import/${found._id}`, { as: ada })).json()) as Import;
      const [issue] = end.problem?.issues ?? [];
      expect(issue).toMatchObject({ row: 2, message: 'Another tool was given this GTIN in the meantime' });
      return `refused at ${issue?.column ?? ''}`;
    };
  };
const PACK: Way = editWith((gtin) => ({ packs: packs(gtin) }));
const OWN: Way = editWith((gtin) => ({ gtin }));
const NEW: Way = (shop, gtin, name) =>
  Promise.resolve(async () => {
    const body = {
      name,
      description: 'New.',
      price: 1,
      availableQuantity: 1,
      minOrderQuantity: 1,
      image: '/pictures/hook-640.webp',
      packs: packs(gtin),
    };
    return outcomeOf(await shop.call('POST', '/tool', { as: ada, body }));
  });
const SHEET_OF_PACKS: Way = importing((name, gtin) => `name,packs\n${name},BX=12|CT:Karton=144@${gtin}\n`);
const SHEET_OF_TOOLS: Way = importing((name, gtin) => `name,gtin\n${name},${gtin}\n`);

let last = 0;
/** A number that no tool has yet. */
function nextGtin(): string {
  last += 1;
  const digits = `40123450${String(last).padStart(4, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

it.each<[string, Way, Way, refusals: Outcome[]]>([
  ['a pack and a pack', PACK, PACK, ['refused at packs.1.gtin']],
  ['a pack and a tool itself', PACK, OWN, ['refused at packs.1.gtin', 'refused at gtin']],
  ['a pack and a new tool’s', PACK, NEW, ['refused at packs.1.gtin']],
  ['a pack and a pack of a sheet', PACK, SHEET_OF_PACKS, ['refused at packs.1.gtin', 'refused at packs']],
  ['a tool itself and a pack of a sheet', OWN, SHEET_OF_PACKS, ['refused at gtin', 'refused at packs']],
  ['packs of two sheets', SHEET_OF_PACKS, SHEET_OF_PACKS, ['refused at packs']],
  ['a tool and a pack of two sheets', SHEET_OF_TOOLS, SHEET_OF_PACKS, ['refused at gtin', 'refused at packs']],
])('one number for %s at once in two processes: exactly one gets it', async (what, one, other, refusals) => {
  for (let round = 0; round < ROUNDS; round++) {
    const gtin = nextGtin();
    const first = await one(shops[round % 2]!, gtin, `${what} ${round} first`);
    // With zeros before it, it is the same number.
    const second = await other(shops[(round + 1) % 2]!, `0${gtin}`, `${what} ${round} second`);
    const outcomes = await Promise.all(round % 3 === 0 ? [second(), first()] : [first(), second()]);
    expect(outcomes.filter((outcome) => outcome === 'given')).toHaveLength(1);
    expect(refusals).toContain(outcomes.find((outcome) => outcome !== 'given'));
    const owners = await databases[0]!.raw(
      `select id from tools where removed_at is null and gtins_of(gtin, packs) && array[lpad($1, 14, '0')]`,
      [gtin],
    );
    expect(owners).toHaveLength(1);
  }
});
