import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { reasonsOf } from '#contract/buying/approval-reasons.ts';
import type { Standing } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import { inCountry } from '#contract/in-country.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { currencyCode, money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { say } from '#web/saying/say.ts';
import { Said } from '#web/shell/said.tsx';

interface Props {
  order: Order;
  /** The month's total without this order; undefined where it is not known yet. */
  standing: Standing | undefined;
}

/** What whoever approves wants to see of an order: why it is asked, what it is, what it costs, where it goes and until when. */
export function ApprovalFacts({ order, standing }: Props) {
  const facts: [string, string][] = [
    ...standingFacts(standing),
    [say('Deliver to'), filledLines(order.name, inCountry(order.address, order.country))],
    [say('Purchase order'), order.purchaseOrder],
    [say('Cost centre'), standing?.costCentre ? '' : (order.costCentre ?? '')],
    [say('Note'), order.note],
    [say('Payment'), order.onAccount ? say('On account of the company') : say('To be paid by the person who ordered')],
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
      <ul aria-label={say('Lines')} className="divide-base-300 divide-y">
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
          <li className="py-2">{say('and {count} more', { count: pieces(order.lineCount - order.lines.length) })}</li>
        )}
        <Sum name={order.deliveryName || say('Delivery')} amount={order.freight} />
        {order.surcharge > 0 && <Sum name={SURCHARGE_NAME} amount={order.surcharge} />}
        {order.tax > 0 && <Sum name={order.taxName ?? say('Tax')} amount={order.tax} />}
        <Sum name={say('Total')} amount={order.price} strong />
      </ul>
      <FactList facts={facts} className="gap-x-6 gap-y-2 sm:grid-cols-2" />
      {order.approval && (
        <p>
          <Said
            text={say(
              'The pieces are held until <until>{until}</until>. If nobody has decided by then, the order expires.',
              { until: moment(order.approval.until) },
            )}
            tags={{ until: (words) => <strong>{words}</strong> }}
          />
        </p>
      )}
    </div>
  );
}

function Sum({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <li className={`flex justify-between gap-4 py-2 ${strong ? 'font-semibold' : ''}`}>
      <span>{name}</span>
      <span className="tabular-nums">{amount === 0 ? say('Free') : money(amount)}</span>
    </li>
  );
}

function standingFacts(standing: Standing | undefined): [string, string][] {
  if (!standing) return [];
  const { month, costCentre } = standing;
  const of = (limit: number | null) => (limit === null ? '' : ` of ${money(limit)}`);
  return [
    [say('Ordered this month, not counting this order'), `${money(month.sum)}${of(month.limit)}`],
    [
      costCentre ? say('Cost centre {code} this month', { code: costCentre.code }) : '',
      costCentre ? `${money(costCentre.sum)}${of(costCentre.limit)}` : '',
    ],
  ];
}
