import { useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { SaveAsList } from '#web/named-lists/save-as-list.tsx';
import { userFile } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  order: Order;
  /** Staff see everybody's orders, and pay and delete none. */
  isOwn: boolean;
  /** Null where nothing is to be shipped, or not by whoever looks. */
  onShip: (() => void) | null;
  /** Null where nothing can be changed any more, or not by whoever looks. */
  onChange: (() => void) | null;
  onAgain: () => void;
  onDelete: () => void;
  /** Null where it is paid or their own, or whoever looks may not. */
  onCancel: (() => void) | null;
}

/** What can be done with an order as it stands. */
export function OrderActions({ order, isOwn, onShip, onChange, onAgain, onDelete, onCancel }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      {isOwn && !order.paid && (
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
          <SlipButton order={order} />
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
      {order.paid && (
        <PageLink to={`/dashboard/receipt/${order._id}`} className="btn">
          Receipt
        </PageLink>
      )}
      {order.invoiceNumber !== undefined && <InvoiceButton order={order} />}
      {isOwn && !order.paid && (
        <button type="button" className="btn btn-outline btn-error" onClick={onDelete}>
          Delete order
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

function InvoiceButton({ order }: { order: Order }) {
  return (
    <FileButton
      name={`invoice-${order.invoiceNumber}.pdf`}
      fetch={() => userFile('GET /order/:id/invoice.pdf', { params: { id: order._id } })}
    >
      Invoice
    </FileButton>
  );
}

function SlipButton({ order }: { order: Order }) {
  return (
    <FileButton
      name={`packing-slip-${order.number}.pdf`}
      fetch={() => userFile('GET /order/:id/packing-slip.pdf', { params: { id: order._id } })}
    >
      Packing slip
    </FileButton>
  );
}

interface FileButtonProps {
  name: string;
  fetch: () => Promise<Blob>;
  children: string;
}

/** Fetches a paper and hands it to the browser. */
function FileButton({ name, fetch, children }: FileButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(name, await fetch());
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The paper could not be fetched.');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void save()}>
      {children}
    </button>
  );
}
