import type { BodyInput } from '#contract/routes.ts';
import type { Return } from '#contract/money/returns.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { type Owing, today } from '#server/money/account/account-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

type Line = BodyInput<'addReturn'>['lines'][number];

/** An order that left, and its tools. */
export interface LeftOrder {
  order: Order;
  tools: Tool[];
}

let counter = 0;

/** What tests do about returns. */
export function returnCalls(shop: TestShop) {
  const sent = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  };
  const call = (as: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    shop.call(method, path, { as, headers, ...(body ? { body } : {}) });
  const toolsFor = async (quantities: number[], price: number) => {
    const tools: Tool[] = [];
    for (const _ of quantities) {
      const sku = `RET-${++counter}`;
      tools.push(await shop.tool({ name: `Returned tool ${counter}`, sku, price, availableQuantity: 100 }));
    }
    return tools;
  };
  return {
    call,
    /** An order of a company on account, shipped: so many pieces of as many tools at a price. */
    async owed(
      { mia, bea, company }: Owing,
      quantities: number[],
      { price = 10, ship = true } = {},
    ): Promise<LeftOrder> {
      const tools = await toolsFor(quantities, price);
      const lines = tools.map(({ _id }, index) => ({ toolId: _id, quantity: quantities[index] }));
      const body = { name: 'Mia', address: '1 Dock Road', phone: '555', companyId: company._id, pay: 'account', lines };
      const order = await sent<Order>(await call(mia.token, 'POST', '/order', body));
      if (ship) await sent(await call(bea.token, 'POST', `/order/${order._id}/shipment`, { carrier: 'DHL' }));
      return { order, tools };
    },
    /** One that somebody paid by transfer, shipped. */
    async paid(as: string, admin: string, quantities: number[], price = 10): Promise<LeftOrder> {
      const tools = await toolsFor(quantities, price);
      const lines = tools.map(({ _id }, index) => ({ toolId: _id, quantity: quantities[index] }));
      const order = await sent<Order>(
        await call(as, 'POST', '/order', { name: 'Alice', address: '1 Dock Road', phone: '555', lines }),
      );
      const transfer = { date: today(), reference: `SEPA ${order.number}` };
      await sent(await call(admin, 'POST', `/order/${order._id}/payment`, transfer));
      await sent(await call(admin, 'POST', `/order/${order._id}/shipment`, { carrier: 'DHL' }));
      return { order, tools };
    },
    line: ({ _id }: Pick<Tool, '_id'>, quantity: number, more: Partial<Line> = {}): Line => ({
      toolId: _id,
      quantity,
      kind: 'damaged',
      wish: 'money',
      ...more,
    }),
    open: (as: string, { _id }: Pick<Order, '_id'>, lines: Line[], more: object = {}) =>
      call(as, 'POST', '/return', { orderId: _id, lines, ...more }),
    opened: async (as: string, order: Pick<Order, '_id'>, lines: Line[]) =>
      sent<Return>(await call(as, 'POST', '/return', { orderId: order._id, lines })),
    answer: (as: string, { _id }: Return, body: object = { agree: true }) =>
      call(as, 'POST', `/return/${_id}/answer`, body),
    arrive: (as: string, { _id }: Return, lines: object[]) => call(as, 'POST', `/return/${_id}/arrival`, { lines }),
    settle: (as: string, { _id }: Return, lines: object[], headers: Record<string, string> = {}) =>
      call(as, 'POST', `/return/${_id}/settle`, { lines }, headers),
    read: async (as: string, { _id }: Return) => sent<Return>(await call(as, 'GET', `/return/${_id}`)),
    sent,
    stock: async ({ _id }: Tool) => (await sent<Tool>(await shop.call('GET', `/tool/${_id}`))).availableQuantity,
    codeOf: async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code],
  };
}
