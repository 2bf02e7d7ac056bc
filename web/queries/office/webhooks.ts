import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WebhookDelivery } from '#contract/office/webhooks.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal, usePersonalList } from '../use-personal.ts';

const webhooksKey = (uid: string) => [PERSONAL, uid, 'webhooks'];
/** The endpoints that are told what happens, newest first; for admins. */
export function useWebhooks() {
  return usePersonal(['webhooks'], 'GET /webhook', {});
}

/** A delivery whose next attempt is no further away than this is waited for, in ms, and how often is looked. */
const SOON_MS = 10_000;
const LOOK_MS = 2_000;

/** What an endpoint was or will be told, part by part; what is sent just now is followed, and how the endpoint does with it. */
export function useDeliveries(id: string) {
  const { uid } = useUser();
  const client = useQueryClient();
  const query = usePersonalList(['webhooks', id, 'deliveries'], 'GET /webhook/:id/delivery', { params: { id } });
  const { data, dataUpdatedAt } = query;
  const isSending = data?.pages.some(({ rows }) => rows.some((row) => isSoon(row, dataUpdatedAt))) ?? false;
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: webhooksKey(uid) }), LOOK_MS);
    return () => clearInterval(timer);
  }, [client, uid, isSending]);
  return query;
}

function isSoon({ state, nextAttemptAt }: WebhookDelivery, now: number): boolean {
  return state === 'pending' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < now + SOON_MS;
}

/** One delivery with its body and all answers. */
export function useDelivery(id: string, delivery: string) {
  return usePersonal(['webhooks', id, 'deliveries', delivery], 'GET /webhook/:id/delivery/:delivery', {
    params: { id, delivery },
  });
}
