import type { HeavyCall, OpenRoute } from './standstill-call.ts';
import type { World } from './standstill-world.ts';

type Makes = (world: World) => Promise<HeavyCall>;
type ReturnRoute = Extract<OpenRoute, `${string}Return${string}` | 'returnSlip'>;

const TEXT = 'Mögen wörter — with “marks” '.repeat(70);
const NO_ID = '01aaaaaaaaaaaaaaaaaaaaaaaa';

/** An order of as many lines as there can be, all of which left. */
async function shipped({ made, lines, companyId, admin }: World): Promise<string> {
  const contact = { name: 'Alice', address: '1 Dock Road', phone: '5' };
  const { _id } = await made('/order', { ...contact, lines, companyId, pay: 'account' });
  await made(`/order/${_id}/shipment`, { carrier: 'Van' }, admin);
  return _id;
}

const asked = ({ lines }: World, orderId: string) => ({
  orderId,
  lines: lines.map(({ toolId, quantity }) => ({
    toolId,
    quantity,
    kind: 'damaged',
    wish: 'money',
    text: TEXT.slice(0, 190),
  })),
  message: TEXT.slice(0, 1_900),
});

async function opened(world: World): Promise<{ id: string }> {
  const { _id: id } = await world.made('/return', asked(world, await shipped(world)));
  return { id };
}

const about =
  (more: Omit<HeavyCall, 'as' | 'path'> = {}): Makes =>
  async (world) => ({ as: world.alice, path: await opened(world), ...more });

/** What buyers do about returns, each with as many lines as there can be. */
export const RETURN_CALLS: Record<ReturnRoute, Makes> = {
  addReturn: async (world) => ({ as: world.alice, body: asked(world, await shipped(world)) }),
  listReturns: async ({ alice }) => ({ as: alice, query: { q: TEXT.slice(0, 190).trim() } }),
  getReturn: about(),
  addReturnPicture: about({ file: 'no picture', status: 415 }),
  getReturnPicture: async (world) => ({
    as: world.alice,
    path: { ...(await opened(world)), picture: NO_ID },
    status: 404,
  }),
  addReturnMessage: about({ body: { text: TEXT.slice(0, 1_990) } }),
  withdrawReturn: about(),
  returnSlip: async (world) => {
    const { id } = await opened(world);
    await world.made(`/return/${id}/answer`, { agree: true }, world.admin);
    return { as: world.alice, path: { id } };
  },
};
