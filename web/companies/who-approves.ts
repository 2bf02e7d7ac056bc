import type { CostCentre, MyCompany } from '#contract/buying/companies.ts';
import type { Member } from '#contract/buying/company-people.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import type { Day } from '#contract/days.ts';

type LimitedCompany = Pick<MyCompany, 'orderLimit' | 'monthLimit' | 'monthSum'>;

/** A limit that an order is above: what it is of, and how much. */
export interface Above {
  of: 'order' | 'month' | 'cost-centre';
  limit: number;
}

/**
 * The limits that an order is above, as far as the browser knows: the shop judges them all when it is placed.
 * @param price of the whole order
 */
export function limitsAbove(
  price: number,
  { orderLimit, monthLimit, monthSum }: LimitedCompany,
  costCentre: Pick<CostCentre, 'monthLimit'> | undefined,
): Above[] {
  const above: Above[] = [];
  if (orderLimit !== null && price > orderLimit) above.push({ of: 'order', limit: orderLimit });
  if (monthLimit !== null && monthSum + price > monthLimit) above.push({ of: 'month', limit: monthLimit });
  const centre = costCentre?.monthLimit ?? null;
  // What others have charged to the cost centre is not known here.
  if (centre !== null && price > centre) above.push({ of: 'cost-centre', limit: centre });
  return above;
}

/**
 * The names of those who may approve an order of somebody, as the shop asks them: by their role or for who is away, up to their
 * own limit for one order, never who ordered it.
 */
export function whoApproves(members: readonly Member[], uid: string, price: number, today: Day): string[] {
  const isAble = ({ userId, role, orderLimit }: Member) =>
    userId !== uid && mayInCompany(role, 'approve') && (orderLimit === null || price <= orderLimit);
  const isAway = ({ awayUntil }: Member) => awayUntil !== null && awayUntil >= today;
  const deputies = new Set(members.filter((each) => isAble(each) && isAway(each)).map(({ deputy }) => deputy));
  const standsIn = ({ userId, orderLimit }: Member) =>
    userId !== uid && deputies.has(userId) && (orderLimit === null || price <= orderLimit);
  return members
    .filter((each) => isAble(each) || standsIn(each))
    .toSorted((one, other) => Number(isAway(one)) - Number(isAway(other)))
    .map(({ name }) => name);
}
