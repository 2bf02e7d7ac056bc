import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from './paged-list.ts';

const webhooksKey = (uid: string) => [PERSONAL, uid, 'webhooks'];
const deliveriesKey = (uid: string, id: string) => [...webhooksKey(uid), id, 'deliveries'];

/** The endpoints that are told what happens, newest first; for admins. */
export function useWebhooks({ uid }: SessionUser) {
  return useQuery({ queryKey: webhooksKey(uid), queryFn: ({ signal }) => userCall('GET /webhook', { signal }) });
}

/** What an endpoint was or will be told, part by part. */
export function useDeliveries({ uid }: SessionUser, id: string) {
  return usePagedList(deliveriesKey(uid, id), (query, signal) =>
    userCallList('GET /webhook/:id/delivery', { params: { id }, query, signal }),
  );
}

/** One delivery with its body and all answers. */
export function useDelivery({ uid }: SessionUser, id: string, delivery: string) {
  return useQuery({
    queryKey: [...deliveriesKey(uid, id), delivery],
    queryFn: ({ signal }) => userCall('GET /webhook/:id/delivery/:delivery', { params: { id, delivery }, signal }),
  });
}

/** A change after which everything about webhooks is fetched anew. */
function useWebhookChange<In, Out>({ uid }: SessionUser, change: (wanted: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey(uid) }),
  });
}

/** Makes a webhook; the answer has its secret. */
export function useMakeWebhook(user: SessionUser) {
  return useWebhookChange(user, (body: BodyInput<'makeWebhook'>) => userCall('POST /webhook', { body }));
}

/** Changes a webhook, or switches it on or off. */
export function useChangeWebhook(user: SessionUser) {
  return useWebhookChange(user, ({ id, ...body }: BodyInput<'changeWebhook'> & { id: string }) =>
    userCall('PUT /webhook/:id', { params: { id }, body }),
  );
}

/** Removes a webhook with all that was sent to it. */
export function useRemoveWebhook(user: SessionUser) {
  return useWebhookChange(user, (id: string) => userCall('DELETE /webhook/:id', { params: { id } }));
}

/** Makes a new secret; the answer has it. */
export function useRenewSecret(user: SessionUser) {
  return useWebhookChange(user, (id: string) => userCall('POST /webhook/:id/secret', { params: { id } }));
}

/** Sends a message that says nothing. */
export function useTestWebhook(user: SessionUser) {
  return useWebhookChange(user, (id: string) => userCall('POST /webhook/:id/test', { params: { id } }));
}

/** Sends a message once more. */
export function useSendAgain(user: SessionUser) {
  return useWebhookChange(user, ({ id, delivery }: { id: string; delivery: string }) =>
    userCall('POST /webhook/:id/delivery/:delivery/again', { params: { id, delivery } }),
  );
}
