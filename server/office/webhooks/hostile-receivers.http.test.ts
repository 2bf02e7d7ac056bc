import { expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { HOSTILE, openHostile } from '#server/engine/outside/hostile-for-tests.ts';
import { openTestShop } from '#server/shop-for-tests.ts';
import { openReceiver } from './receiver-for-tests.ts';

it('endpoints that never answer hold up no other, at no round', async () => {
  const shop = await openTestShop(await freshDatabase(), { WEBHOOK_HOSTS: '127.0.0.1' });
  const ada = await shop.person('Ada', 'admin');
  const alice = await shop.person('Alice');
  const good = await openReceiver();
  const hostile = await Promise.all(
    (['says 101 and waits', 'says 101 and goes', 'says 100 without end', 'says nothing'] as const).map((hostility) =>
      openHostile(HOSTILE[hostility]),
    ),
  );
  for (const { url } of [...hostile, good])
    await shop.call('POST', '/webhook', { as: ada.token, body: { url, events: ['order.placed'] } });
  const tool = await shop.tool();
  for (let round = 1; round <= 3; round++) {
    await shop.order(alice.token, tool);
    // Sooner than any of the others is given up.
    await expect.poll(() => good.got.length, { timeout: 8_000 }).toBe(round);
  }
  await shop.close();
  for (const each of [...hostile, good]) await each.close();
}, 40_000);
