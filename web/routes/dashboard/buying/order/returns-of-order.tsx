import type { Order } from '#contract/buying/orders.ts';
import { usePersonalTop } from '#web/queries/use-personal.ts';
import { RETURN_STATE_WORDS } from '#web/returns/return-words.ts';
import { day } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';

/** What was reported of an order that left, and of which return it replaces pieces. */
export function ReturnsOfOrder({ order }: { order: Order }) {
  if (order.fulfilment === 'none' && order.returnId === undefined) return null;
  return (
    <>
      {order.returnId !== undefined && (
        <p>
          <span>This order replaces returned pieces, without charge. </span>
          <TextLink to={`/dashboard/returns/${order.returnId}`}>View the return</TextLink>
        </p>
      )}
      {order.fulfilment !== 'none' && <Reported orderId={order._id} />}
    </>
  );
}

function Reported({ orderId }: { orderId: string }) {
  const { data } = usePersonalTop(['returns', { orderId }], 'GET /returns', { query: { orderId } });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Returns">
      <h3 className="mb-2 font-semibold">Returns</h3>
      <ul className="grid gap-1">
        {rows.map(({ _id, number, state, createdAt }) => (
          <li key={_id}>
            <TextLink to={`/dashboard/returns/${_id}`}>{number}</TextLink>
            <span>{` · ${RETURN_STATE_WORDS[state]} · reported ${day(createdAt)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
