import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { observedDatabase, type Statement } from '#server/engine/db/statements-for-tests.ts';
import { hashesSoFar } from '#server/people/identity/passwords.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { NOBODYS_ID } from './access-cases-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let statements: () => Statement[];
let stop: () => void;
let alice: Person;
let bob: Person;
/** Of bob's orders, one for each state that alice could be told from. */
let orders: { unpaid: string; deleted: string };

beforeAll(async () => {
  const observed = await observedDatabase();
  ({ statements, stop } = observed);
  shop = await openTestShop(observed.database);
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  const tool = await shop.tool();
  const [unpaid, deleted] = [await shop.order(bob.token, tool), await shop.order(bob.token, tool)];
  await shop.call('DELETE', `/order/${deleted._id}`, { as: bob.token });
  orders = { unpaid: unpaid._id, deleted: deleted._id };
  // What runs beside the calls, and what these set going, would ask the database in between.
  await Promise.all([shop.stopWork(), shop.parts.changes.told()]);
});
afterAll(async () => {
  await shop.close();
  stop();
});

/** What a call answered and what it cost: the answer's time follows from these, and from nothing that is bob's. */
async function costOf(method: string, path: string, body: object | undefined) {
  statements();
  const hashed = hashesSoFar();
  const answer = await shop.call(method, path, { as: alice.token, ...(body ? { body } : {}) });
  return {
    status: answer.status,
    body: { ...((await answer.json()) as object), requestId: '' },
    headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
    asked: statements(),
    hashes: hashesSoFar() - hashed,
  };
}

const table = Object.entries(routes) as [string, Route][];
/** A body that each such route would take from the object's owner. */
const BODIES: Record<string, object> = {
  payOrder: { transactionId: 'pi_1' },
  refundOrder: { reason: 'Broken', all: true },
  askForRefund: { reason: 'Broken' },
  updateUser: { name: 'Alice', address: '', phone: '' },
  editTool: {},
  changeReview: { hidden: true },
  changeMember: { role: 'buyer' },
  setPartNumber: { number: 'NB-1' },
  pastePartNumbers: { text: 'A;B' },
  inviteMember: { email: 'carol@people.test', role: 'buyer' },
  changeNamedList: { lines: [{ toolId: NOBODYS_ID, quantity: 0 }] },
  giveNamedList: { companyId: NOBODYS_ID },
  setStandingOrder: { every: 'week', day: 1 },
  skipStandingOrder: {},
  mergeNamedList: { list: '01bbbbbbbbbbbbbbbbbbbbbbbb' },
};

const byId = table.filter(([, { path, access }]) => path.includes(':id') && access !== 'public');
describe.each(byId)("%s of somebody else's", (name, route) => {
  it.each(['unpaid', 'deleted'] as const)(
    'answers and costs the same for an order that is %s as for a missing one: status, body, headers, SQL and rows (attacks T12)',
    async (state) => {
      const at = (id: string) => costOf(route.method, route.path.replace(':id', id), BODIES[name]);
      // Asked once before, so that no first time is compared with a second.
      await at(NOBODYS_ID);
      const missing = await at(NOBODYS_ID);
      expect(missing.status).toBeGreaterThanOrEqual(403);
      expect(missing.asked.length).toBeGreaterThan(0);
      expect(await at(orders[state])).toEqual(missing);
    },
  );
});

/** What else belongs to one person, by the beginning of its calls' path. */
const OWN = {
  '/my-address': { name: 'Bob', street: '1 Dock Road', town: 'Chattogram', country: 'BD', phone: '555' },
  '/my-list': { name: 'Every month', lines: [] },
};
const ofOnesOwn = byId.flatMap(([name, route]) =>
  Object.entries(OWN)
    .filter(([path]) => route.path.startsWith(path))
    .map(([path, body]) => ({ name, route, path, body })),
);
it.each(ofOnesOwn)(
  "$name of somebody else's answers and costs the same as for a missing one (attacks T12)",
  async ({ name, route, path, body }) => {
    const made = await shop.call('POST', path, { as: bob.token, body });
    expect(made.status).toBe(201);
    const { _id } = (await made.json()) as { _id: string };
    const wanted = route.body === undefined ? undefined : (BODIES[name] ?? body);
    const at = (id: string) => costOf(route.method, route.path.replace(':id', id), wanted);
    await at(NOBODYS_ID);
    const before = await shop.digest();
    const missing = await at(NOBODYS_ID);
    expect(missing.status).toBe(404);
    expect(await at(_id)).toEqual(missing);
    expect(await shop.digest()).toBe(before);
    await shop.call('DELETE', `${path}/${_id}`, { as: bob.token });
  },
);

const byEmail = table.filter(([, { path, access }]) => path.includes(':email') && access !== 'public');
describe.each(byEmail)("%s with somebody else's e-mail", (name, route) => {
  it('answers and costs the same whether the shop knows the address or not (attacks T12)', async () => {
    const at = (email: string) => costOf(route.method, route.path.replace(':email', email), BODIES[name]);
    await at('nobody@people.test');
    const missing = await at('nobody@people.test');
    expect(missing.status).toBe(403);
    expect(await at(bob.email)).toEqual(missing);
    expect(missing.asked).toHaveLength(1);
  });
});

it("GET /order?email= costs the same with a stranger's address as with one that nobody has (attacks T12)", async () => {
  const missing = await costOf('GET', '/order?email=nobody@people.test', undefined);
  expect(await costOf('GET', `/order?email=${bob.email}`, undefined)).toEqual(missing);
  expect(missing.status).toBe(403);
});

it.each(['unpaid', 'deleted'] as const)(
  "POST /create-payment-intent for somebody else's order that is %s costs what a missing one costs, and the provider is not asked (attacks T12, T40)",
  async (state) => {
    const missing = await costOf('POST', '/create-payment-intent', { order: NOBODYS_ID });
    const theirs = await costOf('POST', '/create-payment-intent', { order: orders[state] });
    expect(theirs).toEqual(missing);
    expect(theirs.status).toBe(404);
    expect(theirs.asked.filter(([sql]) => sql.includes('sandbox'))).toEqual([]);
  },
);

it('PUT /user/{email} for a token costs the same with any address but the own (attacks T2, T12)', async () => {
  const { cookie } = await shop.signIn('alice@tradebench.test');
  const at = async (email: string) => {
    statements();
    const headers = { cookie, origin: 'http://shop.test' };
    const answer = await shop.call('PUT', `/user/${email}`, { headers, body: { email } });
    return { status: answer.status, asked: statements() };
  };
  const missing = await at('nobody@people.test');
  expect(missing.status).toBe(403);
  expect(await at(bob.email)).toEqual(missing);
});
