import type { AcceptedOrder, Quote } from '#contract/buying/quotes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

/** Far enough away for every test. */
export const SOMEDAY = '2999-12-31';

/** Whom and where to, as a checkout sends it. */
const TO_ALICE = { name: 'Alice', address: '1 Dock Road', phone: '555' };

/** The calls about quotes as tests make them: what was answered, and with which status. */
export function quoteCalls(shop: TestShop) {
  const call = async <T>(as: string, method: string, path: string, body?: object) => {
    const answer = await shop.call(method, path, { as, ...(body ? { body } : {}) });
    return { status: answer.status, body: (await answer.json()) as T & { code?: string; state?: string } };
  };
  return {
    ask: (as: string, lines: [Tool, number][], more: object = {}) =>
      call<Quote>(as, 'POST', '/quote', {
        lines: lines.map(([{ _id }, quantity]) => ({ toolId: _id, quantity })),
        ...more,
      }),
    read: (as: string, id: string) => call<Quote>(as, 'GET', `/quote/${id}`),
    offer: (as: string, id: string, lines: [Tool, number, number][], more: object = {}) =>
      call<Quote>(as, 'POST', `/quote/${id}/version`, {
        lines: lines.map(([{ _id }, quantity, unitPrice]) => ({ toolId: _id, quantity, unitPrice })),
        freight: 0,
        validUntil: SOMEDAY,
        ...more,
      }),
    accept: (as: string, id: string, version: number, price: number, more: object = {}) =>
      call<AcceptedOrder>(as, 'POST', `/quote/${id}/accept`, { ...TO_ALICE, version, price, ...more }),
    withdraw: (as: string, id: string) => call<Quote>(as, 'POST', `/quote/${id}/withdraw`),
    decline: (as: string, id: string, body: object = {}) => call<Quote>(as, 'POST', `/quote/${id}/decline`, body),
    takeBack: (as: string, id: string) => call<Quote>(as, 'POST', `/quote/${id}/take-back`),
    say: (as: string, id: string, text: string) => call<Quote>(as, 'POST', `/quote/${id}/message`, { text }),
    name: (as: string, id: string, prices: [Tool, number][], text = '') =>
      call<Quote & { issues?: { path: string }[] }>(as, 'POST', `/quote/${id}/message`, {
        text,
        prices: prices.map(([{ _id }, targetPrice]) => ({ toolId: _id, targetPrice })),
      }),
    /** As if the offer had been good until that day. */
    passTo: (id: string, day: string) =>
      shop.parts.database.raw(`update quotes set valid_until = $2 where id = $1`, [id, day]),
    list: (as: string, query = '') => call<Quote[]>(as, 'GET', `/quotes${query}`),
  };
}

/** What `offered` of a stage comes to. */
export const PRICE = 3 * 8 + 5 * 15.5 + 7.25;

/** A buyer, two tools, and quotes for them: 3 hammers at 8, 5 saws, which are sold by the dozen, at 15.5, and 7.25 for the way. */
export async function quoteStage(shop: TestShop, staff: Person, number: number) {
  const calls = quoteCalls(shop);
  const alice = await shop.person(`Alice${number}`);
  const hammer = await shop.tool({ name: `Hammer ${number}`, sku: `H-${number}`, price: 10, availableQuantity: 100 });
  const dozens = { minOrderQuantity: 12, quantityStep: 12 };
  const saw = await shop.tool({ name: `Saw ${number}`, price: 20, availableQuantity: 100, ...dozens });
  /** Asks, and is offered. @returns the quote's id */
  const offered = async () => {
    const asked = await calls.ask(alice.token, [
      [hammer, 3],
      [saw, 5],
    ]);
    const lines: [Tool, number, number][] = [
      [hammer, 3, 8],
      [saw, 5, 15.5],
    ];
    const { status } = await calls.offer(staff.token, asked.body._id, lines, { freight: 7.25 });
    if (status !== 201) throw new Error(`the offer was answered with ${status}`);
    return asked.body._id;
  };
  return { alice, hammer, saw, offered };
}
