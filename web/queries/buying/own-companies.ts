import type { Company, MyCompany } from '#contract/buying/companies.ts';
import type { Member } from '#contract/buying/company-people.ts';
import type { CreditLeft } from '#contract/money/account.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate } from '../outdate.ts';

/** The companies that the user belongs to, for pages outside the dashboard. */
export function myCompaniesOf({ uid }: Pick<SessionUser, 'uid'>): Source<MyCompany[]> {
  return { key: [PERSONAL, uid, 'companies'], fetch: () => userCall('GET /my-companies', {}) };
}

/** One company, for pages outside the dashboard. */
export function companyOf({ uid }: Pick<SessionUser, 'uid'>, id: string): Source<Company> {
  return { key: [PERSONAL, uid, 'companies', id], fetch: () => userCall('GET /company/:id', { params: { id } }) };
}

/** The people of one company with their limits, for the checkout. */
export function membersOf({ uid }: Pick<SessionUser, 'uid'>, id: string): Source<Member[]> {
  return {
    key: [PERSONAL, uid, 'companies', id, 'members'],
    fetch: () => userCall('GET /company/:id/members', { params: { id } }),
  };
}

/** What a company may still order on account, for the checkout. */
export function creditLeftOf({ uid }: Pick<SessionUser, 'uid'>, id: string): Source<CreditLeft> {
  return {
    key: [PERSONAL, uid, 'companies', id, 'credit'],
    fetch: () => userCall('GET /company/:id/credit', { params: { id } }),
  };
}

/** Joins the company that a letter asks into. @throws ApiError INVITATION_NOT_YOURS, INVITATION_GONE, INVITATION_NOT_FOUND */
export async function acceptInvitation(token: string) {
  const joined = await userCall('POST /invitation/accept', { body: { token } });
  await outdate('companies');
  return joined;
}

/** What a company calls a tool; null where it has no number of its own for it. */
export function ownNumberOf(
  { uid }: Pick<SessionUser, 'uid'>,
  companyId: string,
  { _id, sku, name }: Pick<Tool, '_id' | 'sku' | 'name'>,
): Source<{ number: string | null }> {
  return {
    key: [PERSONAL, uid, 'companies', companyId, 'own-number', _id],
    fetch: async () => {
      const query = { q: sku ?? name };
      const numbers = await userCall('GET /company/:id/part-numbers', { params: { id: companyId }, query });
      return { number: numbers.find(({ toolId }) => toolId === _id)?.number ?? null };
    },
  };
}

/** Says what a company calls a tool; empty forgets it. @throws ApiError PART_NUMBER_TAKEN, FORBIDDEN */
export async function keepOwnNumber(companyId: string, toolId: string, number: string): Promise<void> {
  const params = { id: companyId, toolId };
  if (number === '') await userCall('DELETE /company/:id/part-number/:toolId', { params });
  else await userCall('PUT /company/:id/part-number/:toolId', { params, body: { number } });
  await outdate('companies', 'lists');
}
