import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { proveVatNumber } from './vat-proofs.ts';
import { createVatRegister } from './vat-register.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

const STANDS = 'FR40303265045';
/** The stand-in knows this one as a number that does not stand. */
const FALLEN = 'ATU13585627';

let shop: TestShop;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  await setTo({ vatNumbers: 'form' });
});
afterAll(() => shop.close());

async function setTo(more: Partial<Settings>): Promise<void> {
  const { token } = await shop.signIn('ada@tradebench.test');
  const now = (await (await shop.call('GET', '/settings', { as: token })).json()) as Settings;
  const company = { ...now.company, country: 'DE', vatId: 'DE136695976' };
  const tax = [{ country: 'DE', percent: 19, name: 'USt' }];
  const answer = await shop.call('PUT', '/settings', { as: token, body: { ...now, tax, ...more, company } });
  if (answer.status !== 200) throw new Error(await answer.text());
}
const ask = (vatId: string) => shop.call('POST', '/vat-number', { as: alice.token, body: { vatId } });

describe('POST /vat-number', () => {
  it('says whether a number stands, and of whom it is', async () => {
    expect(await (await ask(STANDS)).json()).toEqual({ stands: true, name: 'Holder of the number' });
    expect(await (await ask(FALLEN)).json()).toEqual({ stands: false });
  });

  it('knows nothing of numbers that are none of the union’s', async () => {
    expect(await (await ask('CHE-116.281.710 MWST')).json()).toEqual({ stands: null });
  });

  it('refuses what can be no number, and nobody who is not signed in', async () => {
    expect((await ask('DE136695977')).status).toBe(400);
    expect((await ask(' ')).status).toBe(400);
    expect((await shop.call('POST', '/vat-number', { body: { vatId: STANDS } })).status).toBe(401);
  });
});

describe('where the owner asks for proof', () => {
  const lines = async () => [{ toolId: (await shop.tool())._id, quantity: 1 }];
  const price = async (vatId: string) => {
    const answer = await shop.call('POST', '/price', { body: { lines: await lines(), country: 'FR', vatId } });
    return (await answer.json()) as Priced;
  };
  const order = async (vatId: string) => {
    const body = { name: 'Alice', address: '1 Rue', phone: '555', country: 'FR', lines: await lines(), vatId };
    const answer = await shop.call('POST', '/order', { as: alice.token, body });
    return (await answer.json()) as Order;
  };

  it('a number counts once the register said that it stands, and the order keeps what it said', async () => {
    await setTo({ vatNumbers: 'proved' });
    const number = 'PL5260001246';
    await shop.parts.database.raw('delete from vat_proofs where number = $1', [number]);
    expect(await price(number)).toMatchObject({ taxCategory: 'S', tax: 1.9 });
    expect(await order(number)).toMatchObject({ taxCategory: 'S', tax: 1.9, vatProof: null });
    await ask(number);
    expect(await price(number)).toMatchObject({ taxCategory: 'K', tax: 0 });
    expect(await order(number)).toMatchObject({
      taxCategory: 'K',
      vatProof: { stands: true, name: 'Holder of the number', consultation: 'WAPI5260001246', at: expect.any(String) },
    });
    await ask(FALLEN);
    expect(await order(FALLEN)).toMatchObject({ taxCategory: 'S', vatProof: { stands: false } });
    await setTo({ vatNumbers: 'form' });
    expect(await order(FALLEN)).toMatchObject({ taxCategory: 'K' });
  });
});

describe('the register', () => {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  let server: Server;
  let reply: string | null;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      if (reply !== null) response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
      else response.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it.each([
    ['closes the line', null],
    ['answers a page', '<html>'],
    ['answers with a fault', '{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}'],
    ['takes a state that is down for no', '{"valid":false,"userError":"MS_UNAVAILABLE"}'],
    ['answers without end', `"${'x'.repeat(100_000)}"`],
  ])('that %s did not answer', async (_what, said) => {
    reply = said;
    const { port } = server.address() as AddressInfo;
    const register = createVatRegister(`http://127.0.0.1:${port}/`, silent);
    expect(await register(STANDS, 'DE136695976')).toBeNull();
  });

  it('may say what no database keeps: the rest is kept', async () => {
    const register = createVatRegister('http://register.test/', silent, async () =>
      Response.json({ valid: true, name: 'ACME\u0000\nS\ud800rl', requestIdentifier: '\u0000' }),
    );
    const says = { stands: true, name: 'ACME  S\ufffdrl', consultation: '' };
    expect(await register(STANDS, '')).toEqual(says);
    const { database } = shop.parts;
    expect(await proveVatNumber(database, register, STANDS, '')).toEqual({ stands: true, name: says.name });
  });

  it('is asked in the name of the shop, and what it says is read', async () => {
    const asked: unknown[] = [];
    const register = createVatRegister('http://register.test/', silent, async (_url, init) => {
      asked.push(JSON.parse(String(init?.body)));
      return Response.json({ valid: true, name: '---', requestIdentifier: 'WAPI1' });
    });
    expect(await register('fr 40 303265045', 'DE136695976')).toEqual({ stands: true, name: '', consultation: 'WAPI1' });
    expect(asked).toEqual([
      {
        countryCode: 'FR',
        vatNumber: '40303265045',
        requesterMemberStateCode: 'DE',
        requesterNumber: '136695976',
      },
    ]);
  });
});
