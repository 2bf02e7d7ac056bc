import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** What was done with an order, and by whom. */
export function useOrderEvents({ uid }: SessionUser, id: string) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'order', id, 'events'],
    queryFn: () => userCall('GET /order/:id/event', { params: { id } }),
  });
}

/** Changes what the papers and the carrier need to know of an order; every list and page of the dashboard follows. */
export function useChangeDetails({ uid }: SessionUser, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (details: BodyInput<'changeOrderDetails'>) =>
      userCall('PUT /order/:id/details', { params: { id }, body: details }),
    onSettled: () => client.invalidateQueries({ queryKey: [PERSONAL, uid] }),
  });
}
