import type { NamedList } from '#contract/buying/named-lists.ts';
import type { RouteName } from '#contract/routes.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

interface StandingAct {
  as: Person | null;
  path?: Record<string, string>;
  body?: object;
}

interface StandingWorld {
  alice: Person;
  tool: { _id: string };
  made: <T>(path: string, body: object, as: Person) => Promise<T>;
}

let counter = 0;

/** The calls about standing orders that make something. */
export function standingActs(
  shop: TestShop,
  { alice, tool, made }: StandingWorld,
): Partial<Record<RouteName, () => Promise<StandingAct>>> {
  const standing = async () => {
    const lines = [{ toolId: tool._id, quantity: 1 }];
    const address = { name: 'Alice', street: '1 Dock Road', town: 'Bergen', country: 'NO', phone: '555' };
    await made('/my-address', address, alice);
    const { _id } = await made<NamedList>('/my-list', { name: `Every month ${++counter}`, lines }, alice);
    const body = { every: 'month', day: 31 };
    const answer = await shop.call('PUT', `/my-list/${_id}/standing`, { as: alice.token, body });
    if (!answer.ok) throw new Error(await answer.text());
    return { id: _id };
  };
  return { skipStandingOrder: async () => ({ as: alice, path: await standing(), body: {} }) };
}
