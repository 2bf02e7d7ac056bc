import sharp from 'sharp';
import type { Return } from '#contract/money/returns.ts';
import type { RouteName } from '#contract/routes.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Owing } from '#server/money/account/account-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';
import type { Act } from './act-for-tests.ts';

/** What makes something of returns, each with what it needs. */
export function returning(shop: TestShop, { mia, bea, order }: Owing): Partial<Record<RouteName, () => Promise<Act>>> {
  const made = async <T>(as: { token: string }, path: string, body: object): Promise<T> => {
    const answer = await shop.call('POST', path, { as: as.token, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const shipped = async (): Promise<Order> => {
    const owed = await order(10, { pay: 'account' });
    await made(bea, `/order/${owed._id}/shipment`, { carrier: 'DHL' });
    return owed;
  };
  const asked = ({ _id: orderId, lines }: Order) => ({
    orderId,
    lines: [{ toolId: lines[0]!.toolId, quantity: 1, kind: 'damaged', wish: 'money' }],
  });
  const opened = async () => made<Return>(mia, '/return', asked(await shipped()));
  const agreed = async () => {
    const { _id: id, lines } = await opened();
    await made(bea, `/return/${id}/answer`, { agree: true });
    return { path: { id }, toolId: lines[0]!.toolId };
  };
  const path = async () => ({ id: (await opened())._id });
  return {
    addReturn: async () => ({ as: mia, body: asked(await shipped()) }),
    addReturnPicture: async () => ({
      as: mia,
      path: await path(),
      file: await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c8500a' } })
        .png()
        .toBuffer(),
    }),
    addReturnMessage: async () => ({ as: mia, path: await path(), body: { text: 'When?' } }),
    withdrawReturn: async () => ({ as: mia, path: await path() }),
    answerReturn: async () => ({ as: bea, path: await path(), body: { agree: true } }),
    recordArrival: async () => {
      const { path: id, toolId } = await agreed();
      return { as: bea, path: id, body: { lines: [{ toolId, quantity: 1, restocked: 1 }] } };
    },
    settleReturn: async () => {
      const { path: id, toolId } = await agreed();
      await made(bea, `/return/${id.id}/arrival`, { lines: [{ toolId, quantity: 1, scrapped: 1 }] });
      return { as: bea, path: id, body: { lines: [{ toolId, quantity: 1, as: 'money' }] } };
    },
    closeReturn: async () => ({ as: bea, path: (await agreed()).path, body: { reason: 'Never came' } }),
  };
}
