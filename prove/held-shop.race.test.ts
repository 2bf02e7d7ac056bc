import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { createAccessTokens } from '#server/people/identity/access-token.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { fillWithHeldShop, saidAt } from './held-shop.ts';
import { changedSince, whatAShopSays } from './what-a-shop-says.ts';

const RELEASE = '1.0.0';
/** What was meant to become otherwise since. */
const MEANT = [
  // Payments that were recorded or undone are steps of an order.
  /^ada@tradebench\.test \/order\/\w{1,40}\/event\.body: \d{1,3} entries, now \d{1,3}$/,
  // The invoice of a payment that was undone is made each time it is asked for, and says how to pay.
  /^ada@tradebench\.test \/order\/01m8ednwbhv0r1tcdqcwgpkbcq\/invoice\.pdf\./,
  // Its company has a name of its own: what About says until the owner writes it no longer speaks of another's works.
  /^ada@tradebench\.test \/settings\.body\.texts\.aboutText: "Tradebench Tools forges/,
];
let database: Database;
let shop: TestShop;
beforeAll(async () => {
  database = await openDatabase({ url: await emptyPostgres() });
  await fillWithHeldShop(database, RELEASE);
  shop = await openTestShop(database);
}, 120_000);
afterAll(() => shop.close());

/** A token of each of these people, in a session of now. */
async function tokensOf(emails: string[]): Promise<Map<string, string>> {
  const { config } = shop.parts;
  const issuer = await createAccessTokens(database, config, config.baseUrl);
  const people = await database.raw<{ id: string; email: string }>(
    'select id, email from users where email = any($1::text[])',
    [emails],
  );
  const tokens = new Map<string, string>();
  for (const { id, email } of people) {
    const sessionId = newId();
    await database.raw(
      `insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [sessionId, newId(), id],
    );
    tokens.set(email, (await issuer.issue({ userId: id, sessionId })).token);
  }
  return tokens;
}

it(`a shop of ${RELEASE} goes on with every sum, number, paper and right as it was`, async () => {
  const before = saidAt(RELEASE);
  const tokens = await tokensOf(before.people);
  await shop.atRest();
  const now = await whatAShopSays((email, path) => {
    const token = email === null ? undefined : tokens.get(email);
    return shop.call('GET', path, token === undefined ? {} : { as: token });
  }, before.people);
  const changed = changedSince(before.said, now);
  expect(changed.filter((line) => !MEANT.some((meant) => meant.test(line)))).toEqual([]);
});
