import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '#contract/buying/orders.ts';
import type { Permission } from '#contract/policy.ts';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { DocumentsOfToolsList } from '#web/documents/documents-of-tools.tsx';
import { useOrderDocuments } from '#web/queries/catalogue/documents.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { useInvoiceFormats } from '#web/queries/money/papers.ts';
import { useRefunds } from '#web/queries/money/refunds.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useMayChangeOrder } from '#web/companies/may-change-order.ts';
import { useMay, useRole } from '#web/queries/people/role.ts';
import { useUser } from '#web/session/signed-in.ts';
import { CustomerLink } from '#web/routes/dashboard/customer-link.tsx';
import { AgainDialog } from '#web/routes/dashboard/buying/orders/again-dialog.tsx';
import { DeleteDialog } from '#web/routes/dashboard/buying/orders/delete-dialog.tsx';
import { orderState } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { ShipDialog } from '#web/routes/dashboard/money/to-ship/ship-dialog.tsx';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { ApprovalNote } from './approval-note.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderInvoices } from './order-invoices.tsx';
import { MoneyActions } from './money-actions.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { ReturnsOfOrder } from './returns-of-order.tsx';
import { Thanks } from './thanks.tsx';

export const meta = metaOf({ title: 'Order', description: 'What you ordered, what it costs, and its status.' });

export default function OrderPage({ params }: Route.ComponentProps) {
  const user = useUser();
  const { data: order, error: orderError } = useOrder(params.id);
  const { data: refunds, error: refundsError } = useRefunds(params.id);
  // What one may do, and what there is about the tools, stand above the goods, which they would push down if they came after them.
  const documents = useOrderDocuments(params.id);
  const isWhole = order?.invoiceNumber !== undefined && order.toInvoice === undefined;
  const formats = useInvoiceFormats(params.id, isWhole);
  const areTheseComing = [
    useRole().isPending,
    useMyCompanies().isPending,
    documents.isPending,
    formats.isLoading,
  ].includes(true);
  const error = orderError ?? refundsError;
  if (error || !order || !refunds || areTheseComing) return <NotShown what="the order" error={error} />;
  return (
    <OneOrder
      order={order}
      refunds={refunds}
      isOwn={order.email === user.email}
      documents={documents}
      formats={formats.data?.formats ?? []}
    />
  );
}

interface Props {
  order: Order;
  refunds: Refund[];
  isOwn: boolean;
  documents: Pick<ReturnType<typeof useOrderDocuments>, 'data' | 'error'>;
  formats: readonly EInvoiceFormat[];
}

function OneOrder({ order, refunds, isOwn, documents, formats }: Props) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'again' | 'delete' | 'ship' | 'change' | 'cancel' | 'close' | null>(null);
  const user = useUser();
  const may = useMay();
  const isTheirs = useMayChangeOrder(user, order);
  const params = { id: order._id };
  const { data: events = [] } = usePersonal(['order', order._id, 'events'], 'GET /order/:id/event', { params });
  const { canChange, canCancel, canShip, canClose, canReport } = whatCanBeDone(order, isTheirs, may);
  return (
    <article aria-labelledby="order" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Thanks order={order} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <OrderStatus order={order} isOwn={isOwn} ofWhom={!isTheirs && may('orders.read')} />
        <OrderActions
          order={order}
          isTheirs={isTheirs}
          hasCertificates={(documents.data ?? []).some((of) => of.documents.some(({ kind }) => kind === 'certificate'))}
          formats={formats}
          onShip={canShip ? () => setAsks('ship') : null}
          onChange={canChange ? () => setAsks('change') : null}
          onAgain={() => setAsks('again')}
          onDelete={() => setAsks('delete')}
          onCancel={canCancel ? () => setAsks('cancel') : null}
          canReport={canReport}
          onClose={canClose ? () => setAsks('close') : null}
        />
      </header>
      <ApprovalNote order={order} isOwn={isOwn} />
      <MoneyActions order={order} isTheirs={isTheirs} />
      <OrderLines order={order} />
      {order.toInvoice !== undefined && <OrderInvoices order={order} />}
      <ReturnsOfOrder order={order} />
      <div className="grid gap-6 md:grid-cols-2">
        <OrderFacts order={order} />
        <OrderTimeline order={order} refunds={refunds} done={events} />
      </div>
      <DocumentsOfToolsList {...documents} />
      {asks === 'ship' && <ShipDialog id={order._id} number={order.number} onClose={() => setAsks(null)} />}
      {asks === 'change' && <DetailsDialog order={order} onClose={() => setAsks(null)} />}
      {asks === 'close' && <CloseDialog order={order} onClose={() => setAsks(null)} />}
      {asks === 'again' && <AgainDialog order={order} onClose={() => setAsks(null)} />}
      {asks === 'cancel' && (
        <CancelDialog
          order={order}
          onClose={() => setAsks(null)}
          onCancelled={() => void navigate('/dashboard/orders', { replace: true })}
        />
      )}
      {asks === 'delete' && (
        <DeleteDialog
          order={order}
          onClose={() => setAsks(null)}
          onDeleted={() => void navigate('/dashboard', { replace: true })}
        />
      )}
    </article>
  );
}

/** @param isTheirs whether whoever looks ordered it, or manages the company that it is for */
function whatCanBeDone(order: Order, isTheirs: boolean, may: (permission: Permission) => boolean) {
  const canChange = order.fulfilment === 'none' && (may('orders.change') || (isTheirs && order.state === 'unpaid'));
  const canCancel = !isTheirs && (order.state === 'unpaid' || order.state === 'waiting') && may('orders.change');
  const isReleased = order.paid || (order.state === 'open' && order.onAccount);
  const canShip = isReleased && order.fulfilment !== 'all' && may('orders.ship');
  const isLeft = order.lines.some((line) => line.left > 0);
  const isOwed = order.paid || order.state === 'open';
  const isTheirsToClose = isTheirs && order.state === 'open' && order.fulfilment === 'none';
  const canClose = isLeft && isOwed && (may('orders.change') || isTheirsToClose);
  const canReport = order.fulfilment !== 'none' && (isTheirs || may('returns'));
  return { canChange, canCancel, canShip, canClose, canReport };
}

/** @param ofWhom whether staff look at it, who see whose it is */
function OrderStatus({ order, isOwn, ofWhom }: { order: Order; isOwn: boolean; ofWhom: boolean }) {
  return (
    <div className="min-w-0">
      <h2 id="order" className="text-2xl font-semibold">
        Order {order.number}
      </h2>
      <p className="mt-1">
        <span className="font-semibold">{orderState(order)}</span>
        {order.holdUntil !== undefined && (
          <span>{` · held ${isOwn ? 'for you ' : ''}until ${moment(order.holdUntil)}`}</span>
        )}
      </p>
      {ofWhom && (
        <p className="mt-1 break-words">
          From <CustomerLink userId={order.userId}>{order.orderedBy.name}</CustomerLink>
          {order.companyId !== null && <span>{`, for ${order.company}`}</span>}
        </p>
      )}
    </div>
  );
}
