import type { Address } from '#contract/people/addresses.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import type { SessionUser } from '#web/session/user.ts';
import { addressBookOf } from '../people/addresses.ts';

/** What an order can go to: the user's own addresses, after those of the company that they buy for. @param companyId null: for themselves */
export function orderBookOf(user: Pick<SessionUser, 'uid'>, companyId: string | null): Source<Address[]> {
  if (companyId === null) return addressBookOf(user);
  return {
    key: [PERSONAL, user.uid, 'addresses', 'for', companyId],
    fetch: async () => (await import('./company-addresses.ts')).fetchBookFor(user, companyId),
  };
}
