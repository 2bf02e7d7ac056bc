import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, allScreens } from './screens.ts';
import { openShop, type RunningShop } from './shop.ts';

let shop: RunningShop;
let productId: string;
beforeAll(async () => {
  shop = await openShop();
  const [tool] = (await (await fetch(`${shop.url}/tool?limit=1`)).json()) as { _id: string }[];
  productId = tool!._id;
});
afterAll(() => shop?.stop());

/** The rules of the HTML standard; matters of taste are the formatter's. */
const checker = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

it('the checker is really asked', async () => {
  const { valid } = await checker.validateString('<p><div id="a"></div><div id="a"></div></p>');
  expect(valid).toBe(false);
});

it.each(allScreens().map((screen) => [screen.pattern, screen] as const))(
  '%s is HTML as the standard has it',
  async (_pattern, screen) => {
    const address = shop.url + addressOf(screen, { productId, id: 'nothing' });
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toContain('text/html');
    const { results } = await checker.validateString(await answer.text());
    const said = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
    );
    expect(said).toEqual([]);
  },
);
