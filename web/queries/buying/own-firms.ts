import type { Company, MyCompany } from '#contract/buying/companies.ts';
import type { CreditLeft } from '#contract/money/account.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/data-cache.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate } from '../outdate.ts';

/** The firms that the user belongs to, for pages outside the dashboard. */
export function myFirmsOf({ uid }: Pick<SessionUser, 'uid'>): Source<MyCompany[]> {
  return { key: [PERSONAL, uid, 'firms'], fetch: () => userCall('GET /my-companies', {}) };
}

/** One firm, for pages outside the dashboard. */
export function firmOf({ uid }: Pick<SessionUser, 'uid'>, id: string): Source<Company> {
  return { key: [PERSONAL, uid, 'firms', id], fetch: () => userCall('GET /company/:id', { params: { id } }) };
}

/** What a firm may still order on account, for the checkout. */
export function creditLeftOf({ uid }: Pick<SessionUser, 'uid'>, id: string): Source<CreditLeft> {
  return {
    key: [PERSONAL, uid, 'firms', id, 'credit'],
    fetch: () => userCall('GET /company/:id/credit', { params: { id } }),
  };
}

/** Joins the firm that a letter asks into. @throws ApiError INVITATION_NOT_YOURS, INVITATION_GONE, INVITATION_NOT_FOUND */
export async function acceptInvitation(token: string) {
  const joined = await userCall('POST /invitation/accept', { body: { token } });
  await outdate('firms');
  return joined;
}
