import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { MadeBuyerKey } from '#contract/buying/buyer-keys.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Route } from '#contract/route.ts';
import { routes, type RouteName } from '#contract/routes.ts';
import { fieldsOf } from '../../prove/filled-schemas.ts';
import { hostileRuns, hostileTexts, longestCall } from '../../prove/hostile-texts.ts';
import { activate, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** Texts that a call takes, since they are no longer than its bounds: what is behind the bounds reads them, too. */
let shop: TestShop;
let ada: Person;
let alice: Person;
let company: Company;
let tool: Tool;
let order: Order;
let quote: Quote;
let offered: Quote;
let key: string;
let list: { _id: string };
/** What one call may take of the processor, in ms, and of kilobytes that are read row by row. */
const LIMIT = 60;
const LIMIT_OF_LONG = 400;
/** What anybody could write, and how many times as long as with it a call may take where the machine is slow. */
const PLAIN = 'Please leave it at the gate. '.repeat(700);
const MOST_OF_PLAIN = 6;
/** So much of a text whose bound is larger. */
const MOST = 20_000;

const made = async <T>(method: string, path: string, body: object, as: Person): Promise<T> => {
  const answer = await shop.call(method, path, { as: as.token, body });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
};
const ADDRESS = { street: '1 Dock Road', extra: 'x', postalCode: '1', town: 'Bergen', region: 'x', country: 'NO' };

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  tool = await shop.tool({ name: 'Bench vice', sku: 'VICE-1', availableQuantity: 1_000_000 });
  company = await activate(shop, ada, await openCompany(shop, alice), { termsDays: 30 });
  order = await shop.order(alice.token, tool, 2);
  const lines = [{ toolId: tool._id, quantity: 1 }];
  quote = await made<Quote>('POST', '/quote', { lines, companyId: company._id }, alice);
  offered = await made<Quote>('POST', '/quote', { lines, companyId: company._id }, alice);
  list = await made('POST', '/price-list', { name: 'Trade', percentOff: 5 }, ada);
  const scopes = ['basket', 'orders', 'quotes'];
  ({ key } = await made<MadeBuyerKey>('POST', '/my-api-key', { name: 'Agent', scopes }, alice));
});
afterAll(() => shop.close());

/** A call that is right, but for the texts that people write into it. */
interface Held {
  as: Person;
  path?: Record<string, string>;
  body: object;
}

const lines = () => [{ toolId: tool._id, quantity: 1 }];
const HELD: Partial<Record<RouteName, () => Held>> = {
  readOrderLines: () => ({ as: alice, body: { text: 'x', companyId: company._id } }),
  pastePartNumbers: () => ({ as: alice, path: { id: company._id }, body: { text: 'x' } }),
  setPartNumber: () => ({ as: alice, path: { id: company._id, toolId: tool._id }, body: { number: 'x' } }),
  price: () => ({ as: alice, body: { lines: lines(), companyId: company._id, country: 'NO', delivery: 'x' } }),
  addOrder: () => ({
    as: alice,
    body: {
      name: 'x',
      phone: 'x',
      deliveryAddress: ADDRESS,
      invoiceAddress: ADDRESS,
      company: 'x',
      purchaseOrder: 'x',
      buyerReference: 'x',
      note: 'x',
      companyId: company._id,
      lines: lines(),
      pay: 'account',
    },
  }),
  changeOrderDetails: () => ({
    as: alice,
    path: { id: order._id },
    body: { name: 'x', address: 'x', phone: 'x', company: 'x', purchaseOrder: 'x', buyerReference: 'x', note: 'x' },
  }),
  addQuote: () => ({ as: alice, body: { lines: lines(), companyId: company._id, message: 'x' } }),
  addQuoteMessage: () => ({ as: alice, path: { id: quote._id }, body: { text: 'x' } }),
  addQuoteVersion: () => ({
    as: ada,
    path: { id: offered._id },
    body: {
      lines: [{ toolId: tool._id, quantity: 1, unitPrice: 5 }],
      freight: 0,
      validUntil: '2099-01-01',
      note: 'x',
    },
  }),
  openCompany: () => ({
    as: alice,
    body: { name: 'x', invoiceAddress: ADDRESS, buyerReference: 'x' },
  }),
  editCompany: () => ({
    as: alice,
    path: { id: company._id },
    body: {
      name: 'x',
      invoiceAddress: ADDRESS,
      buyerReference: 'x',
      costCentres: [
        {
          code: 'x',
          name: 'x',
          active: true,
          monthLimit: null,
        },
      ],
    },
  }),
  inviteMember: () => ({ as: alice, path: { id: company._id }, body: { email: 'x', role: 'buyer' } }),
  acceptCompanyInvitation: () => ({ as: alice, body: { token: 'x' } }),
  decideByLetter: () => ({ as: alice, path: { token: 'y'.repeat(43) }, body: { decision: 'approve', note: 'x' } }),
  checkVatNumber: () => ({ as: alice, body: { vatId: 'x' } }),
  makeBuyerKey: () => ({ as: alice, body: { name: 'x', scopes: ['basket'], companyId: company._id } }),
  addNamedList: () => ({ as: alice, body: { name: 'x', lines: lines() } }),
  addAddress: () => ({ as: alice, body: { ...ADDRESS, label: 'x', name: 'x', company: 'x', phone: 'x' } }),
  payAccount: () => ({
    as: ada,
    path: { id: company._id },
    body: { amount: 1, date: new Date().toISOString().slice(0, 10), reference: 'x' },
  }),
  editPriceList: () => ({ as: ada, path: { id: list._id }, body: { name: 'x', percentOff: 5 } }),
  changeStock: () => ({ as: ada, path: { id: tool._id }, body: { change: 1, reason: 'x' } }),
  addTool: () => ({
    as: ada,
    body: {
      name: 'x',
      description: 'x',
      price: 1,
      availableQuantity: 1,
      minOrderQuantity: 1,
      sku: 'x',
      category: 'x',
      family: 'x',
      image: '/pictures/hammer-640.webp',
    },
  }),
  addCustomer: () => ({ as: ada, body: { email: 'carl@people.test', name: 'x', phone: 'x' } }),
  makeWebhook: () => ({ as: ada, body: { url: 'x', events: ['order.placed'] } }),
  checkPicture: () => ({ as: ada, body: { address: 'x' } }),
};

/** The bounds of the texts of a body, by their names from the outside in; those of its lists under their field. */
function boundsOf(schema: unknown, at = ''): [string, number][] {
  const { type, maxLength, properties, items, anyOf } = (schema ?? {}) as {
    type?: string;
    maxLength?: number;
    properties?: Record<string, unknown>;
    items?: unknown;
    anyOf?: unknown[];
  };
  if (anyOf) return anyOf.flatMap((each) => boundsOf(each, at));
  if (type === 'string') return [[at, maxLength ?? MOST]];
  if (items !== undefined) return boundsOf(items, at);
  return Object.entries(properties ?? {}).flatMap(([name, each]) => boundsOf(each, `${at}.${name}`));
}

/** The body with the text in place of each `x` and of what stands in an address, as much of it as its bound lets pass. */
function filled(value: unknown, bounds: ReadonlyMap<string, number>, text: string, at = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, bounds, text, at));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, filled(each, bounds, text, `${at}.${name}`)]),
    );
  if (value !== 'x') return value;
  return text
    .slice(0, Math.min(bounds.get(at) ?? 0, MOST))
    .toWellFormed()
    .replaceAll('\0', '\u{1}');
}

const pathOf = ({ path }: Pick<Route, 'path'>, held: Held) =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => held.path?.[name] ?? '');

/** Sends a call, again where it took too long; what it took, and what was answered. */
async function sent(request: () => Request, limit: number): Promise<{ ms: number; statuses: number[] }> {
  const statuses: number[] = [];
  const send = async (each: Request) => {
    const answer = await shop.app.fetch(each);
    statuses.push(answer.status);
    return answer;
  };
  return { ms: await longestCall([request], send, limit), statuses };
}

/** Calls that take texts of one form alone, which no hostile one has. */
const TAKE_NONE: ReadonlySet<string> = new Set<RouteName>([
  'acceptCompanyInvitation',
  'checkPicture',
  'checkVatNumber',
  'decideByLetter',
  'inviteMember',
  'makeWebhook',
]);

it.each(Object.keys(HELD) as (keyof typeof HELD)[])(
  '%s keeps nobody waiting by a text that it takes (attacks T72)',
  async (name) => {
    const route: Route = routes[name];
    const bounds = new Map(boundsOf(z.toJSONSchema(route.body!, { io: 'input', unrepresentable: 'any' })));
    const held = HELD[name]!();
    const headers = { authorization: `Bearer ${held.as.token}`, 'content-type': 'application/json' };
    const limit = [...bounds.values()].some((bound) => bound > MOST) ? LIMIT_OF_LONG : LIMIT;
    const taken: string[] = [];
    const requestWith = (text: string) => {
      const body = JSON.stringify(filled(held.body, bounds, text));
      return () => new Request(`http://shop.test${pathOf(route, held)}`, { method: route.method, headers, body });
    };
    for (const { what, text } of hostileTexts) {
      const { ms, statuses } = await sent(requestWith(text), limit);
      // On a slow machine a call takes longer with any text.
      const plain = ms < limit ? 0 : (await sent(requestWith(PLAIN), 0)).ms;
      expect(ms, what).toBeLessThan(Math.max(limit, MOST_OF_PLAIN * plain));
      expect(Math.max(...statuses), what).toBeLessThan(500);
      if (statuses.some((status) => status < 300)) taken.push(what);
    }
    expect(taken.length > 0, taken.join()).toBe(!TAKE_NONE.has(name));
  },
);

it('an agent’s question keeps nobody waiting, whatever texts its arguments have (attacks T72)', async () => {
  const tools = Object.values<Route>(routes).flatMap(({ agentTool, params, query, body }) =>
    agentTool === undefined ? [] : [{ agentTool, fields: [params, query, body].flatMap(fieldsOf) }],
  );
  expect(tools.length).toBeGreaterThan(7);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (const { what, text } of hostileRuns) {
    const asked: [tool: string, args: object][] = [
      ...tools.map(({ agentTool, fields }): [string, object] => [
        agentTool,
        Object.fromEntries(fields.map((field) => [field, text])),
      ]),
      ['search_tools', { q: text.slice(0, 100), attr: { [text]: text } }],
      ['search_tools', { [text]: text }],
      [text, {}],
    ];
    for (const [name, args] of asked) {
      const params = { name, arguments: args };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const request = () => new Request('http://shop.test/mcp', { method: 'POST', headers, body });
      const { ms, statuses } = await sent(request, LIMIT_OF_LONG);
      expect(ms, `${name.slice(0, 40)}, ${what}`).toBeLessThan(LIMIT_OF_LONG);
      expect(Math.max(...statuses), `${name.slice(0, 40)}, ${what}`).toBeLessThan(500);
    }
  }
});
