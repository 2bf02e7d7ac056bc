import { useEffect } from 'react';
import type { WebhookDelivery } from '#contract/office/webhooks.ts';
import { outdate } from '../outdate.ts';
import { usePersonalList } from '../use-personal.ts';

/** A delivery whose next attempt is no further away than this is waited for, in ms, and how often is looked. */
const SOON_MS = 10_000;
const LOOK_MS = 2_000;

/** What an endpoint was or will be told, part by part; what is sent just now is followed, and how the endpoint does with it. */
export function useDeliveries(id: string) {
  const query = usePersonalList(['webhooks', id, 'deliveries'], 'GET /webhook/:id/delivery', { params: { id } });
  const { data, dataUpdatedAt } = query;
  const isSending = data?.pages.some(({ rows }) => rows.some((row) => isSoon(row, dataUpdatedAt))) ?? false;
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setInterval(() => void outdate('webhooks'), LOOK_MS);
    return () => clearInterval(timer);
  }, [isSending]);
  return query;
}

function isSoon({ state, nextAttemptAt }: WebhookDelivery, now: number): boolean {
  return state === 'pending' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < now + SOON_MS;
}
