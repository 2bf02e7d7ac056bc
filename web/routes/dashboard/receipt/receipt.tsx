import { useState } from 'react';
import type { Order, Refund } from '#contract/orders.ts';
import { company } from '#content/company.ts';
import { userFile } from '#web/session/tab-session.ts';
import { dollars, pieces } from '#web/shell/figures.ts';
import { moment } from '#web/shell/moment.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';

/** Columns that a small screen shows inside another. */
const WIDE = 'hidden sm:table-cell print:table-cell';

/** The receipt of a paid order, for the screen, the printer and as a PDF. */
export function Receipt({ order, refunds }: { order: Order; refunds: Refund[] }) {
  const unitPrice = dollars(order.price / order.quantity);
  const given = refunds.filter(({ state }) => state === 'sent');
  return (
    <article className="border-base-300 rounded-box max-w-3xl border p-6 sm:p-8 print:border-0 print:p-0">
      <div className="flex flex-wrap items-start justify-between gap-6">
        <div>
          <h2 className="text-2xl font-semibold">Receipt</h2>
          <p className="mt-1 text-sm break-all">Order {order._id}</p>
        </div>
        <address className="text-sm not-italic">
          <strong>{company.name}</strong>
          {company.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <span className="block">{company.email}</span>
        </address>
      </div>
      <dl className="my-6 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Ordered" value={moment(order.createdAt)} />
        {order.paidAt && <Fact name="Paid by card" value={moment(order.paidAt)} />}
        <Fact name="Delivered to" value={`${order.name}\n${order.address}`} />
        <Fact name="Contact" value={`${order.email}\n${order.phone}`} />
        <Fact name="Transaction Id" value={order.transactionId ?? ''} />
      </dl>
      <div className="overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col" className={`text-right ${WIDE}`}>
                Quantity
              </th>
              <th scope="col" className={`text-right whitespace-nowrap ${WIDE}`}>
                Price / piece
              </th>
              <th scope="col" className="text-right">
                Amount
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            <tr>
              <td className="break-words">
                {order.tool}
                <span className="block sm:hidden print:hidden">
                  {pieces(order.quantity)} × {unitPrice}
                </span>
              </td>
              <td className={`text-right ${WIDE}`}>{pieces(order.quantity)}</td>
              <td className={`text-right ${WIDE}`}>{unitPrice}</td>
              <td className="text-right">{dollars(order.price)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <dl className="mt-3 grid gap-2 px-4 text-sm font-semibold tabular-nums">
        <Sum name="Total paid" amount={order.price} />
        {given.map(({ _id, amount, reason, createdAt }) => (
          <Sum key={_id} name={`Given back ${moment(createdAt)}: ${reason}`} amount={-amount} />
        ))}
        {order.refunded !== undefined && <Sum name="Paid after refunds" amount={order.price - order.refunded} />}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          Print
        </button>
        <PdfButton order={order} />
      </div>
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-base-content/70">{name}</dt>
      <dd className="break-words whitespace-pre-line">{value}</dd>
    </div>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="min-w-0 break-words">{name}</dt>
      <dd>{dollars(amount)}</dd>
    </div>
  );
}

function PdfButton({ order }: { order: Order }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`receipt-${order._id}.pdf`, await userFile('GET /order/:id/receipt.pdf', { params: { id: order._id } }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The PDF could not be fetched.');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void save()}>
      Download PDF
    </button>
  );
}
