import { useEffect, useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { reachability } from '#web/api/reachability.ts';
import { outdate } from '#web/queries/outdate.ts';
import { type PurchasePlace, findSent, markTold, settleSent, useLostOrder } from '#web/queries/buying/sent-orders.ts';
import { useSession } from '#web/session/tab-session.ts';
import { day } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';

/** So long an order may still be on its way to the shop from another tab, in ms. */
const ON_ITS_WAY_MS = 30_000;
/** So long after it was sent nothing can be on its way to the shop any more, in ms. */
const OVER_MS = 120_000;
/** How long it waits between two looks, in ms. */
const AGAIN_AFTER_MS = 5_000;

/** Keys of orders of which this page has said that they did not reach the shop. */
const shownHere = new Set<string>();

/** What is known of an order whose answer was lost. */
interface Looked {
  at: number;
  order: Order | 'looking' | 'none';
}

interface Props {
  bought: PurchasePlace;
  /** It was placed. */
  onFound?: () => void;
}

/** Says of an order whose answer was lost whether it was placed: it is looked for as soon as the shop answers, and never sent again by itself. */
export function LostOrder({ bought, onFound }: Props) {
  const lost = useLostOrder(bought);
  const uid = useSession().user?.uid;
  const [looked, setLooked] = useState<Looked | null>(null);
  useEffect(() => {
    if (!lost || uid === undefined) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      clearTimeout(timer);
      const order = await findSent(lost).catch(() => 'looking' as const);
      if (isOver) return;
      const age = Date.now() - lost.at;
      // It was said on an earlier visit, and cannot come any more.
      if (order === null && lost.isTold && !shownHere.has(lost.key) && age > OVER_MS)
        return settleSent(uid, bought, lost);
      const isOnItsWay = order === null && age < ON_ITS_WAY_MS;
      setLooked({ at: lost.at, order: isOnItsWay ? 'looking' : (order ?? 'none') });
      if (order === 'looking' || isOnItsWay) timer = setTimeout(() => void look(), AGAIN_AFTER_MS);
      else if (order !== null) {
        settleSent(uid, bought, lost);
        onFound?.();
        void outdate('orders', 'tool', 'tools', 'companies');
      } else if (!lost.isTold) {
        shownHere.add(lost.key);
        markTold(uid, bought, lost);
      }
    };
    void look();
    const forget = reachability.subscribe(() => reachability.now() && void look());
    return () => {
      isOver = true;
      clearTimeout(timer);
      forget();
    };
  }, [lost, uid, bought, onFound]);
  const said: Looked | null = lost && looked?.at !== lost.at ? { at: lost.at, order: 'looking' } : looked;
  return (
    <div role="status" className="empty:hidden">
      {said && (lost || typeof said.order === 'object') && (
        <p className="alert my-4">
          <span>
            <LostOrderText looked={said} />
          </span>
        </p>
      )}
    </div>
  );
}

function LostOrderText({ looked: { at, order } }: { looked: Looked }) {
  const sent = day(new Date(at).toISOString());
  if (order === 'looking')
    return say(
      'We got no answer to the order that you sent on {day}. We are checking whether it was placed; it is not sent again automatically.',
      { day: sent },
    );
  if (order === 'none')
    return say('The order that you sent on {day} did not reach the shop: nothing was ordered.', { day: sent });
  return (
    <>
      <span>{say('The order that you sent on {day} was placed, though its answer was lost.', { day: sent })}</span>{' '}
      <PageLink to={`/dashboard/orders/${order._id}`} className="link">
        {say('View order {number}', { number: order.number })}
      </PageLink>
    </>
  );
}
