import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { reasonsOf } from '#contract/buying/approval-reasons.ts';
import type { Standing } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import { inCountry } from '#contract/in-country.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { currencyCode, money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { FactList } from '#web/ui/fact-list.tsx';

interface Props {
  order: Order;
  /** The month's total without this order; undefined where it is not known yet. */
  standing: Standing | undefined;
}

/** What whoever approves wants to see of an order: why it is asked, what it is, what it costs, where it goes and until when. */
export function ApprovalFacts({ order, standing }: Props) {
  const facts: [string, string][] = [
    ...standingFacts(standing),
    ['Deliver to', filledLines(order.name, inCountry(order.address, order.country))],
    ['Purchase order', order.purchaseOrder],
    ['Cost centre', standing?.costCentre ? '' : (order.costCentre ?? '')],
    ['Note', order.note],
    ['Payment', order.onAccount ? 'On account of the company' : 'To be paid by the person who ordered'],
  ];
  return (
    <div className="grid min-w-0 content-start gap-4">
      <ul className="border-warning grid gap-1 border-l-4 pl-3">
        {reasonsOf(order, currencyCode()).map((reason) => (
          <li key={reason} className="break-words">
            {reason}
          </li>
        ))}
      </ul>
      <ul aria-label="Lines" className="divide-base-300 divide-y">
        {order.lines.map(({ toolId, tool, sku, buyerNumber, quantity, price }) => (
          <li key={toolId} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 break-words">
              {pieces(quantity)} × {tool}
              <span className="muted block text-xs">{[sku, buyerNumber].filter(Boolean).join(' · ')}</span>
            </span>
            <span className="tabular-nums">{money(price)}</span>
          </li>
        ))}
        {order.lines.length < order.lineCount && (
          <li className="py-2">and {pieces(order.lineCount - order.lines.length)} more</li>
        )}
        <Sum name={order.deliveryName || 'Delivery'} amount={order.freight} />
        {order.surcharge > 0 && <Sum name={SURCHARGE_NAME} amount={order.surcharge} />}
        {order.tax > 0 && <Sum name={order.taxName ?? 'Tax'} amount={order.tax} />}
        <Sum name="Total" amount={order.price} strong />
      </ul>
      <FactList facts={facts} className="gap-x-6 gap-y-2 sm:grid-cols-2" />
      {order.approval && (
        <p>
          The pieces are held until <strong>{moment(order.approval.until)}</strong>. If nobody has decided by then, the
          order expires.
        </p>
      )}
    </div>
  );
}

function Sum({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <li className={`flex justify-between gap-4 py-2 ${strong ? 'font-semibold' : ''}`}>
      <span>{name}</span>
      <span className="tabular-nums">{amount === 0 ? 'Free' : money(amount)}</span>
    </li>
  );
}

function standingFacts(standing: Standing | undefined): [string, string][] {
  if (!standing) return [];
  const { month, costCentre } = standing;
  const of = (limit: number | null) => (limit === null ? '' : ` of ${money(limit)}`);
  return [
    ['Ordered this month, not counting this order', `${money(month.sum)}${of(month.limit)}`],
    [
      costCentre ? `Cost centre ${costCentre.code} this month` : '',
      costCentre ? `${money(costCentre.sum)}${of(costCentre.limit)}` : '',
    ],
  ];
}
