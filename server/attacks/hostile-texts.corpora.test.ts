import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import {
  hostileCalls,
  hostileRuns,
  hostileTexts,
  longestCall,
  withAddress,
  withBody,
  withHeaders,
} from '../../prove/hostile-texts.ts';

/** What one call may take of the processor, in ms; `npm run prove -- hostile-texts` gives every text to every call. */
const LIMIT = 50;

let shop: TestShop;
let as: Record<string, string>;
const calls = Object.fromEntries(hostileCalls);

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await shop.tool({ name: 'Bench vice', sku: 'VICE-1' });
  const ada = await shop.person('Ada', 'admin');
  as = { authorization: `Bearer ${ada.token}` };
});
afterAll(() => shop.close());

const send = (request: Request) => shop.app.fetch(request);

it.each([
  // One of each way to say who asks, and one that takes a key.
  'listTools',
  'listOrders',
  'addOrder',
  'updateUser',
  '/get-session',
])('%s reads no header that keeps the processor (attacks T72)', async (name) => {
  for (const { what, text } of hostileRuns)
    expect(await longestCall(withHeaders(text, calls[name]!, as), send, LIMIT), what).toBeLessThan(LIMIT);
});

it.each(['readOrderLines', 'updateUser', 'addReview', 'cspReport'])(
  '%s takes no body that keeps the processor (attacks T72)',
  async (name) => {
    for (const { what, text } of hostileTexts)
      expect(await longestCall(withBody(text, calls[name]!, as), send, LIMIT), what).toBeLessThan(LIMIT);
  },
);

it.each(['listTools', 'listAllOrders', 'listUsers', 'listAudit', 'getTool', 'sitemap', '/magic-link/verify'])(
  '%s takes no address that keeps the processor (attacks T72)',
  async (name) => {
    for (const { what, text } of hostileRuns)
      expect(await longestCall(withAddress(text, calls[name]!, as), send, LIMIT), what).toBeLessThan(LIMIT);
  },
);
