import { useState } from 'react';
import type { Decision } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { ApprovalFacts } from '#web/approvals/approval-facts.tsx';
import { approvalInWords } from '#web/approvals/approval-words.ts';
import { DecideForm } from '#web/approvals/decide-form.tsx';
import { takeFocus } from '#web/approvals/take-focus.ts';
import { afterDeciding, decideOrder, passApproval } from '#web/queries/buying/approvals.ts';
import { usePersonal, usePersonalList } from '#web/queries/use-personal.ts';
import { fetchOrder, useOrder } from '#web/queries/buying/orders.ts';
import { orderState } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { counted, money } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { toggled } from '#web/ui/data-table/selection.ts';
import { SeveralForm } from './several-form.tsx';

export const meta = metaOf({
  title: 'Approvals',
  description: 'Orders from your company that you can approve.',
});

export default function ApprovalsPage() {
  const { data, error, isPending, isFetching, fetchNextPage, hasNextPage } = usePersonalList(
    ['approvals'],
    'GET /approvals',
    {},
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  const [refused, setRefused] = useState<RefusedDecision | null>(null);
  if (error) return <QueryProblem heading="h2" title="The approvals cannot be shown" message={error.message} />;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const isGone = refused !== null && !rows.some(({ _id }) => _id === refused.order._id);
  const selected = rows.filter(({ _id }) => chosen.has(_id));
  return (
    <section aria-busy={isPending}>
      <h2 className="mb-4 text-xl font-semibold">
        Approvals{data ? <span>{`: ${counted(data.pages[0]?.total ?? rows.length, 'order')} waiting`}</span> : ''}
      </h2>
      {isGone && <DecisionRefused {...refused} />}
      {isPending && <div className="skeleton h-40 w-full" role="status" aria-label="Loading the approvals" />}
      {data && rows.length === 0 && <p>Nothing is waiting for your approval.</p>}
      {rows.length > 0 && (
        <ul className="grid gap-3">
          {rows.map((order) => (
            <li key={order._id} className="border-base-300 rounded-box border p-3">
              <Row
                order={order}
                isOne={rows.length === 1}
                isChosen={chosen.has(order._id)}
                onChoose={() => setChosen(toggled(chosen, order._id))}
                isOpen={open === order._id}
                onOpen={() => setOpen(open === order._id ? null : order._id)}
              />
              {open === order._id && <Opened order={order} onRefused={setRefused} />}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
      {data && <SeveralForm isOffered={rows.length > 1} orders={selected} onDone={() => setChosen(new Set())} />}
    </section>
  );
}

interface RowProps {
  order: Order;
  /** Whether nothing else waits, so that there is nothing to choose from. */
  isOne: boolean;
  isChosen: boolean;
  onChoose: () => void;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ order, isOne, isChosen, onChoose, isOpen, onOpen }: RowProps) {
  return (
    <div className="flex items-start gap-3">
      {!isOne && (
        <input
          type="checkbox"
          className="checkbox"
          aria-label={`Choose order ${order.number}`}
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      <div className="min-w-0 grow">
        <p className="font-semibold break-words">
          {order.orderedBy.name}: <span className="tabular-nums">{money(order.price)}</span>
        </p>
        <p className="text-sm break-words">
          Order {order.number} for {order.company}, {order.tool}
        </p>
        {order.approval && <p className="muted text-sm">Until {moment(order.approval.until)}</p>}
      </div>
      <button
        type="button"
        className="btn btn-sm min-h-11 shrink-0"
        aria-expanded={isOpen}
        aria-label={`View order ${order.number}`}
        onClick={onOpen}
      >
        {isOpen ? 'Close' : 'View'}
      </button>
    </div>
  );
}

/** What the shop said of a decision, and the order as it stands. */
interface RefusedDecision {
  order: Order;
  message: string;
}

/** Stands in the place of an order that is not to be decided any more, and takes over the focus that it had. */
function DecisionRefused({ order, message }: RefusedDecision) {
  const { state, approval } = order;
  return (
    <div ref={takeFocus} role="alert" tabIndex={-1} data-focus-target className="alert alert-warning mb-4 block">
      <p className="break-words">
        Order {order.number}: {message}
      </p>
      {state !== 'waiting' && (
        <p className="break-words">
          {approval ? approvalInWords(approval) : `It is ${orderState(order).toLowerCase()}`}.
        </p>
      )}
      <TextLink to={`/dashboard/orders/${order._id}`}>View order {order.number}</TextLink>
    </div>
  );
}

function Opened({ order, onRefused }: { order: Order; onRefused: (refused: RefusedDecision) => void }) {
  // Lists show the first lines of an order alone.
  const { data: whole, error: orderError } = useOrder(order._id);
  const { data: standing, error: standingError } = usePersonal(['approvals', order._id], 'GET /order/:id/approval', {
    params: { id: order._id },
  });
  const error = orderError ?? standingError;
  if (error)
    return (
      <p role="alert" className="text-error mt-3">
        {error.message}
      </p>
    );
  if (!whole || !standing)
    return <div className="skeleton mt-3 h-40 w-full" role="status" aria-label="Loading the order" />;
  const settle = async (act: () => Promise<void>, said: string) => {
    try {
      await act();
      toast.success(said);
    } catch (error) {
      // Where it stands, if that can be had: somebody else may have decided, or it was withdrawn.
      if (error instanceof ApiError)
        onRefused({ order: await fetchOrder(order._id).catch(() => order), message: error.message });
      throw error;
    } finally {
      await afterDeciding();
    }
  };
  return (
    <div className="border-base-300 mt-3 grid gap-x-10 gap-y-5 border-t pt-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ApprovalFacts order={whole} standing={standing} />
      <DecideForm
        id={order._id}
        others={standing.others}
        onDecide={(decision, isLeaving) =>
          settle(
            () => decideOrder(order._id, { ...decision, seen: seenOf(whole) }, isLeaving),
            `Order ${order.number} ${decision.decision === 'approve' ? 'approved' : 'rejected'}`,
          )
        }
        onPass={({ userId, name }) => settle(() => passApproval(order._id, userId), `${name} now decides`)}
      />
    </div>
  );
}

/** What whoever decides has before them, so that nothing else is approved. */
function seenOf({ name, company, address, purchaseOrder, note }: Order): Decision['seen'] {
  return { name, company, address, purchaseOrder, note };
}
