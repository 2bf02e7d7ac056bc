import { useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { ApprovalFacts } from '#web/approvals/approval-facts.tsx';
import { DecideForm } from '#web/approvals/decide-form.tsx';
import { afterDeciding, decideOrder, passApproval, useApprovals, useStanding } from '#web/queries/buying/approvals.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { counted, money } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { toggled } from '#web/ui/data-table/selection.ts';
import type { Route } from './+types/page.ts';
import { SeveralForm } from './several-form.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Approvals', description: 'What others of your firm ordered and you may approve.' });

export default function ApprovalsPage() {
  const user = useDashboardUser();
  const { data, error, isPending, isFetching, fetchNextPage, hasNextPage } = useApprovals(user);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  if (error) return <QueryProblem heading="h2" title="The approvals cannot be shown" message={error.message} />;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const selected = rows.filter(({ _id }) => chosen.has(_id));
  return (
    <section aria-busy={isPending}>
      <h2 className="mb-4 text-xl font-semibold">
        Approvals{data ? `: ${counted(data.pages[0]?.total ?? rows.length, 'order')} waiting` : ''}
      </h2>
      {isPending && <div className="skeleton h-40 w-full" role="status" aria-label="Loading the approvals" />}
      {data && rows.length === 0 && <p>Nothing waits for your approval.</p>}
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
              {open === order._id && <Opened order={order} />}
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
        aria-label={`Look at order ${order.number}`}
        onClick={onOpen}
      >
        {isOpen ? 'Close' : 'Look at it'}
      </button>
    </div>
  );
}

function Opened({ order }: { order: Order }) {
  const user = useDashboardUser();
  // Lists show the first lines of an order alone.
  const { data: whole, error: orderError } = useOrder(user, order._id);
  const { data: standing, error: standingError } = useStanding(user, order._id);
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
    await act().finally(afterDeciding);
    toast.success(said);
  };
  return (
    <div className="border-base-300 mt-3 grid gap-x-10 gap-y-5 border-t pt-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ApprovalFacts order={whole} standing={standing} />
      <DecideForm
        others={standing.others}
        onDecide={(decision) =>
          settle(
            () => decideOrder(order._id, decision),
            `Order ${order.number} ${decision.decision === 'approve' ? 'approved' : 'rejected'}`,
          )
        }
        onPass={({ userId, name }) => settle(() => passApproval(order._id, userId), `${name} decides now`)}
      />
    </div>
  );
}
