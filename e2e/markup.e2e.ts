import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, allScreens } from './screens.ts';
import { openShopOnPostgres, type RunningShop } from './shop.ts';
import { againstTheStandard } from './visit.ts';

let shop: RunningShop;
let productId: string;
beforeAll(async () => {
  shop = await openShopOnPostgres();
  const [tool] = (await (await fetch(`${shop.url}/tool?limit=1`)).json()) as { _id: string }[];
  productId = tool!._id;
});
afterAll(() => shop?.stop());

it('the checker is really asked', async () => {
  expect(await againstTheStandard('<p><div id="a"></div><div id="a"></div></p>')).not.toEqual([]);
});

it.each(allScreens().map((screen) => [screen.pattern, screen] as const))(
  '%s is HTML as the standard has it, and names its picture',
  async (_pattern, screen) => {
    const address = shop.url + addressOf(screen, { productId, id: 'nothing' });
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toContain('text/html');
    const document = await answer.text();
    expect(await againstTheStandard(document)).toEqual([]);
    // A picture for links that people share has words for those who cannot see it.
    expect(/property="og:image:alt" content="[^"]/.test(document)).toBe(document.includes('property="og:image"'));
  },
);
