import type { Order } from '#contract/buying/orders.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { MemberEdit } from '#contract/buying/company-people.ts';
import type { TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';

/** An active company with somebody of each role; names and addresses begin with `name`. */
export interface People {
  company: Company;
  manager: Person;
  approver: Person;
  buyer: Person;
}

/** @param limits of the buyer */
export async function companyWithPeople(shop: TestShop, name: string, limits: object = {}): Promise<People> {
  const [manager, approver, buyer, staff] = [
    await shop.person(`${name}Manager`),
    await shop.person(`${name}Approver`),
    await shop.person(`${name}Buyer`),
    await shop.signIn('ada@tradebench.test'),
  ];
  const company = await activate(shop, { ...manager, token: staff.token }, await openCompany(shop, manager, { name }));
  await join(shop, { company, manager, person: approver, role: 'approver' });
  await join(shop, { company, manager, person: buyer, role: 'buyer', limits });
  return { company, manager, approver, buyer };
}

/** Orders tools that cost 10 each for a company. */
export function orderFor(shop: TestShop, company: Company, by: Person, quantity: number, more: object = {}) {
  const body = {
    name: 'B',
    address: '1 Dock Road',
    phone: '5',
    companyId: company._id,
    tool: 'Mallet',
    quantity,
    ...more,
  };
  return shop.call('POST', '/order', { as: by.token, body });
}

/** An order that is above a limit. */
export async function waitingFor(
  shop: TestShop,
  { company, buyer }: People,
  quantity: number,
  more = {},
): Promise<Order> {
  const answer = await orderFor(shop, company, buyer, quantity, more);
  const order = (await answer.json()) as Order;
  if (order.state !== 'waiting') throw new Error(JSON.stringify(order));
  return order;
}

/** Changes what a manager says of somebody. */
export async function setMember(
  shop: TestShop,
  { company, manager }: People,
  person: Person,
  edit: MemberEdit,
): Promise<void> {
  const path = `/company/${company._id}/member/${person.userId}`;
  const answer = await shop.call('PUT', path, { as: manager.token, body: edit });
  if (answer.status !== 200) throw new Error(await answer.text());
}

export const decide = (shop: TestShop, order: Order, by: Person, decision: string, note?: string) =>
  shop.call('POST', `/order/${order._id}/approval`, { as: by.token, body: { decision, ...(note ? { note } : {}) } });

export async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? String(answer.status) : ((await answer.json()) as { code: string }).code;
}

/** What the links of the letters hold that somebody got about an order, the oldest first. */
export async function linksTo(shop: TestShop, person: Person, order: Order): Promise<string[]> {
  await shop.atRest();
  const rows = await shop.parts.database.raw<{ text: string }>(
    `select text from mails where "to" = $1 and text like '%/approve?token=%' and text ~ ('order ' || $2 || '\\M') order by created_at, id`,
    [person.email, order.number],
  );
  return rows.map(({ text }) => /\/approve\?token=([\w-]+)/.exec(text)?.[1] ?? '');
}
