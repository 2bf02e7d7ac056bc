import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { piecesAndPacks } from '#contract/buying/unit-words.ts';
import { filledLines, partyLines } from '#contract/people/address-lines.ts';
import { countryName, inCountry } from '#contract/in-country.ts';
import { addMoney, lessMoney } from '#contract/money-sums.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { cardPaymentId, howItCame, standing } from '#contract/money/payment-words.ts';
import type { ReceivedPayment } from '#contract/money/payments.ts';
import type { ShopFront } from '#contract/office/settings.ts';
import { fetchInvoice, fetchPaper } from '#web/queries/money/papers.ts';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { day, money } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { FactList } from '#web/ui/fact-list.tsx';

/** Columns that a small screen shows inside another. */
const WIDE = 'hidden sm:table-cell print:table-cell';

/** The receipt of a paid order, for the screen, the printer and as a PDF. */
export function Receipt({ order, refunds }: { order: Order; refunds: Refund[] }) {
  const shop = useShop();
  const { invoiceAddress: invoiceTo } = order;
  const takenOff = addMoney(order.writtenOff ?? 0, order.cashDiscount ?? 0);
  const came = standing(order.payments);
  const paymentText = (payment: ReceivedPayment) =>
    `${came.length === 1 ? '' : `${money(payment.amount)} on `}${day(payment.at)}, ${howItCame(payment)}`;
  const given = refunds.filter(({ state }) => state === 'sent');
  return (
    <article
      aria-labelledby="receipt"
      className="border-base-300 rounded-box max-w-3xl border p-6 sm:p-8 print:max-w-none print:border-0 print:p-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-6">
        <div>
          <h2 id="receipt" className="text-2xl font-semibold">
            Receipt
          </h2>
          <p className="mt-1 text-sm">Order {order.number}</p>
          {order.invoices.map(({ number }) => (
            <p key={number} className="text-sm">
              Invoice {number}
            </p>
          ))}
        </div>
        <address className="text-sm not-italic">
          <strong>{shop.company.name}</strong>
          <span className="block whitespace-pre-line">{sellerOf(shop)}</span>
        </address>
      </div>
      <FactList
        className="my-6 gap-x-6 gap-y-3 text-sm sm:grid-cols-2"
        facts={[
          ['Ordered', day(order.createdAt)],
          ['Paid', came.length === 0 ? (order.paidAt ? day(order.paidAt) : '') : came.map(paymentText).join('\n')],
          [
            order.fulfilment === 'all' ? 'Delivered to' : 'Deliver to',
            filledLines(order.name, order.company, inCountry(order.address, order.country)),
          ],
          ['Invoice to', invoiceTo ? filledLines(...partyLines(invoiceTo), countryName(invoiceTo.country)) : ''],
          ['Contact', `${order.email}\n${order.phone}`],
          ['Your order number', order.purchaseOrder],
          ['Cost centre', order.costCentre ?? ''],
          ['VAT number', order.vatId],
          ['Transaction Id', cardPaymentId(order)],
        ]}
      />
      <div className="overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col" className={`text-right ${WIDE}`}>
                Quantity
              </th>
              <th scope="col" className={`text-right whitespace-nowrap ${WIDE}`}>
                {order.lines.some(({ priceUnit }) => priceUnit > 1) ? 'Unit price' : 'Price / piece'}
              </th>
              <th scope="col" className="text-right">
                Amount
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {order.lines.map(({ toolId, tool, sku, buyerNumber, unitPrice, priceUnit, price, ...line }) => (
              <tr key={toolId}>
                <td className="break-words">
                  {tool}
                  {sku && <span className="text-base-content/70 block text-xs">{sku}</span>}
                  {buyerNumber !== null && (
                    <span className="text-base-content/70 block text-xs">Your number {buyerNumber}</span>
                  )}
                  <span className="block sm:hidden print:hidden">
                    {piecesAndPacks(line)} × {moneyPer(unitPrice, priceUnit)}
                  </span>
                </td>
                <td className={`text-right ${WIDE}`}>{piecesAndPacks(line)}</td>
                <td className={`text-right ${WIDE}`}>{moneyPer(unitPrice, priceUnit)}</td>
                <td className="text-right">{money(price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="mt-3 grid gap-2 px-4 text-sm font-semibold tabular-nums">
        {(order.price !== order.goods || order.taxNote !== null) && <Sum name="Goods" amount={order.goods} />}
        <Charges order={order} />
        <TakenOff order={order} />
        <Sum name="Total paid" amount={lessMoney(order.price, takenOff)} />
        {order.overpaid !== undefined && <Sum name="Came too much, to be given back" amount={order.overpaid} />}
        {given.map(({ _id, amount, reason, createdAt }) => (
          <Sum key={_id} name={`Refunded ${day(createdAt)}: ${reason}`} amount={-amount} />
        ))}
        {order.refunded !== undefined && (
          <Sum name="Paid after refunds" amount={lessMoney(order.price, takenOff, order.refunded)} />
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          Print
        </button>
        <PaperButton fetch={() => fetchPaper('receipt', order._id)}>Download PDF</PaperButton>
        {order.invoices.map(({ number }, _index, all) => (
          <PaperButton key={number} fetch={() => fetchInvoice(order._id, number)}>
            {all.length === 1 ? 'Download invoice' : `Download invoice ${number}`}
          </PaperButton>
        ))}
      </div>
    </article>
  );
}

function sellerOf({ company: { address, country, vatId, email } }: ShopFront): string {
  return filledLines(inCountry(address, country), vatId === '' ? '' : `VAT number ${vatId}`, email);
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="min-w-0 break-words">{name}</dt>
      <dd className="whitespace-nowrap">{money(amount)}</dd>
    </div>
  );
}

function Charges({ order }: { order: Order }) {
  return (
    <>
      {order.freight > 0 && <Sum name={order.deliveryName} amount={order.freight} />}
      {order.surcharge > 0 && <Sum name={SURCHARGE_NAME} amount={order.surcharge} />}
      {order.tax > 0 && <Sum name={`${order.taxName ?? 'Tax'} ${order.taxPercent ?? ''} %`} amount={order.tax} />}
      {order.taxNote !== null && <Sum name={order.taxNote} amount={0} />}
    </>
  );
}

/** What nobody paid of it, and need not. */
function TakenOff({ order: { writtenOff = 0, cashDiscount = 0 } }: { order: Order }) {
  return (
    <>
      {writtenOff > 0 && <Sum name="Written off" amount={-writtenOff} />}
      {cashDiscount > 0 && <Sum name="Cash discount" amount={-cashDiscount} />}
    </>
  );
}
