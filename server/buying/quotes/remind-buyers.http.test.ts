import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { quoteStage } from './quotes-for-tests.ts';
import { remindBuyers } from './remind-buyers.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('an offer that ends in two days is said to end, once, and no other', async () => {
  const { alice, offered } = await quoteStage(shop, await shop.person('Sally', 'sales'), 1);
  const { raw } = shop.parts.database;
  const [soon, late, over] = [await offered(), await offered(), await offered()];
  const endsIn = (id: string, days: number) =>
    raw('update quotes set valid_until = shop_today() + $2::int where id = $1', [id, days]);
  // They were offered long enough ago.
  await raw('alter table quote_versions disable trigger quote_versions_are_final');
  await raw(`update quote_versions set created_at = now() - interval '9 days'`);
  await raw('alter table quote_versions enable trigger quote_versions_are_final');
  await endsIn(soon, 2);
  await endsIn(late, 3);
  await endsIn(over, -1);
  await remindBuyers(shop.parts);
  await remindBuyers(shop.parts);
  const letters = await raw<{ text: string }>(
    `select text from mails where "to" = $1 and subject like '%is valid until%'`,
    [alice.email],
  );
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain(`/dashboard/quotes/${soon}`);
});
