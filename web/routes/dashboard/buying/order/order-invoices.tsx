import { writtenDay } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import { fetchEInvoice, fetchInvoice, useInvoiceFormats } from '#web/queries/money/papers.ts';
import { EInvoiceButton } from '#web/routes/dashboard/e-invoice-button.tsx';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { money } from '#web/shell/format.ts';
import { Part } from '#web/ui/part.tsx';

/** The invoices of an order that is invoiced as it leaves, and what is still to be invoiced. */
export function OrderInvoices({ order }: { order: Order }) {
  const { invoices, toInvoice = 0 } = order;
  return (
    <Part id="order-invoices" title="Invoices" className="">
      {invoices.length > 0 && (
        <ul className="border-base-300 rounded-box divide-base-300 divide-y border">
          {invoices.map((invoice) => (
            <OneInvoice key={invoice.number} order={order} invoice={invoice} />
          ))}
        </ul>
      )}
      {toInvoice > 0 && (
        <p className={invoices.length === 0 ? '' : 'mt-3'}>
          {invoices.length === 0
            ? `Nothing has been shipped yet. ${money(toInvoice)} will be invoiced, with each shipment its part.`
            : `${money(toInvoice)} will be invoiced with what has not been shipped yet.`}
        </p>
      )}
      {toInvoice === 0 && invoices.length === 0 && <p>Nothing was shipped, so nothing was invoiced.</p>}
    </Part>
  );
}

function OneInvoice({ order, invoice }: { order: Order; invoice: Order['invoices'][number] }) {
  const { number, day, shipmentId, price, dueAt, open } = invoice;
  const { data: known } = useInvoiceFormats(order._id, true, number);
  const note = order.shipments.find(({ _id }) => _id === shipmentId)?.number ?? null;
  const left =
    open === 0 ? 'Nothing left to pay' : `${money(open)} to pay${dueAt === null ? '' : `, due ${writtenDay(dueAt)}`}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {number} · {money(price)}
        </p>
        <p className="muted text-sm break-words">
          {writtenDay(day)}
          {note !== null && <span>{`, for delivery note ${note}`}</span>}
        </p>
        <p className="text-sm">{left}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <PaperButton className="btn btn-sm" fetch={() => fetchInvoice(order._id, number)}>
          {`Invoice ${number}`}
        </PaperButton>
        {known && (
          <EInvoiceButton
            className="btn btn-sm"
            of={`invoice ${number}`}
            formats={known.formats}
            fetch={(format) => fetchEInvoice(order._id, format, number)}
          />
        )}
      </div>
    </li>
  );
}
