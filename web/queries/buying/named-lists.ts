import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { userCall } from '#web/session/tab-session.ts';
import { forCompany } from './for-company.ts';
import { useUser } from '#web/session/signed-in.ts';

/** One of the user's own lists, at today's prices for whom one buys. */
export function useNamedList(id: string) {
  const { uid } = useUser();
  const companyId = useBuyingFor()?.id;
  return useQuery({
    queryKey: [PERSONAL, uid, 'lists', id, companyId ?? ''],
    queryFn: () =>
      forCompany(
        userCall('GET /my-list/:id', { params: { id }, ...(companyId === undefined ? {} : { query: { companyId } }) }),
      ),
  });
}
