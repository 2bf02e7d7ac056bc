import { Link } from 'react-router';
import type { Order } from '#contract/buying/orders.ts';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { SaveAsList } from '#web/named-lists/save-as-list.tsx';
import { fetchCertificates, fetchEInvoice, fetchPaper } from '#web/queries/money/papers.ts';
import { EInvoiceButton } from '#web/routes/dashboard/e-invoice-button.tsx';
import { isToPay } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { PageLink } from '#web/shell/page-link.tsx';

interface Props {
  order: Order;
  /** Whether whoever looks ordered it or manages its company: staff see everybody's orders, and pay and delete none. */
  isTheirs: boolean;
  hasCertificates: boolean;
  /** In which the invoice can be had as an e-invoice. */
  formats: readonly EInvoiceFormat[];
  /** Null where nothing is to be shipped, or not by whoever looks. */
  onShip: (() => void) | null;
  /** Null where nothing can be changed any more, or not by whoever looks. */
  onChange: (() => void) | null;
  onAgain: () => void;
  onDelete: () => void;
  /** Null where it is paid or their own, or whoever looks may not. */
  onCancel: (() => void) | null;
  /** Whether something that left can be reported by whoever looks. */
  canReport: boolean;
  /** Null where nothing is left that could leave, or whoever looks may not close it. */
  onClose: (() => void) | null;
}

/** What can be done with an order as it stands. */
export function OrderActions({
  order,
  isTheirs,
  hasCertificates,
  formats,
  onShip,
  onChange,
  onAgain,
  onDelete,
  onCancel,
  canReport,
  onClose,
}: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      {isTheirs && isToPay(order) && (
        // The payment page's document alone may load the card provider's script, so it is loaded whole.
        <Link to={`/dashboard/payment/${order._id}`} reloadDocument className="btn btn-primary">
          Pay
        </Link>
      )}
      {onShip && (
        <>
          <button type="button" className="btn btn-primary" onClick={onShip}>
            Ship
          </button>
          <PaperButton fetch={() => fetchPaper('packing-slip', order._id)}>Packing slip</PaperButton>
        </>
      )}
      {onChange && (
        <button type="button" className="btn" onClick={onChange}>
          Change details
        </button>
      )}
      <button type="button" className="btn" onClick={onAgain}>
        Order again
      </button>
      <SaveAsList lines={order.lines.map(({ toolId, quantity }) => ({ toolId, quantity }))} />
      {canReport && (
        <PageLink to={`/dashboard/orders/${order._id}/report`} className="btn">
          Something is wrong
        </PageLink>
      )}
      {order.paid && order.price > 0 && (
        <PageLink to={`/dashboard/receipt/${order._id}`} className="btn">
          Receipt
        </PageLink>
      )}
      {order.invoiceNumber !== undefined && order.toInvoice === undefined && (
        <>
          <PaperButton fetch={() => fetchPaper('invoice', order._id)}>Invoice</PaperButton>
          <EInvoiceButton
            of={`invoice ${order.invoiceNumber}`}
            formats={formats}
            fetch={(format) => fetchEInvoice(order._id, format)}
          />
        </>
      )}
      {hasCertificates && <PaperButton fetch={() => fetchCertificates(order._id)}>Certificates</PaperButton>}
      {isTheirs && (order.state === 'unpaid' || order.state === 'waiting') && (
        <button type="button" className="btn btn-outline btn-error" onClick={onDelete}>
          {order.state === 'waiting' ? 'Withdraw' : 'Delete order'}
        </button>
      )}
      {onClose && (
        <button type="button" className="btn btn-outline btn-error" onClick={onClose}>
          {order.fulfilment === 'none' ? 'Close order' : 'Close the rest'}
        </button>
      )}
      {onCancel && (
        <button type="button" className="btn btn-outline btn-error" onClick={onCancel}>
          Cancel order
        </button>
      )}
    </div>
  );
}
