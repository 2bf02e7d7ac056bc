import type { Page } from 'playwright-core';
import { orderByCall } from './order-by-call.ts';
import { addressOf, type Screen } from './screens.ts';
import { signIn } from './visit.ts';

/** Where a screen is, of a shop that has something of everything to show. */
export type AddressWithSomething = (screen: Screen) => string;

interface Made {
  _id: string;
}

/** What a call of whoever is signed in on the page answers. */
async function ask<T = Made>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/**
 * An order, a list, and a quote that is offered, of alice and her company, a price list of ada's, and a line in the basket
 * of each; both are signed in on their pages then.
 */
export async function somethingOfEverything(alice: Page, ada: Page): Promise<AddressWithSomething> {
  await signIn(alice, 'alice');
  await signIn(ada, 'ada');
  const { productId, id: order } = await orderByCall(alice);
  const [company] = await ask<Made[]>(alice, 'GET', '/my-companies');
  const lines = [{ toolId: productId, quantity: 1_000 }];
  const list = await ask(alice, 'POST', '/my-list', { name: `Van stock ${order}`, lines });
  const quote = await ask(alice, 'POST', '/quote', { lines, companyId: company!._id });
  await ask(alice, 'PUT', '/my-basket', { lines });
  const offer = { lines: lines.map((line) => ({ ...line, unitPrice: 7 })), freight: 9, validUntil: '2099-12-31' };
  await ask(ada, 'POST', `/quote/${quote._id}/version`, offer);
  await ask(ada, 'PUT', '/my-basket', { lines });
  const [priceList] = await ask<Made[]>(ada, 'GET', '/price-lists');
  await ask(ada, 'PUT', '/page/terms', { title: 'Terms', text: '## Payment\n\nWithin 30 days.', place: 'footer' });
  return (screen) => addressOf(screen, { productId, id: idFor(screen.pattern) });

  function idFor(pattern: string): string {
    if (pattern.includes('/lists/')) return list._id;
    if (pattern.includes('/priceLists/')) return priceList!._id;
    if (pattern.includes('/quotes/')) return quote._id;
    return /\/compan(y|ies)\//.test(pattern) ? company!._id : order;
  }
}
