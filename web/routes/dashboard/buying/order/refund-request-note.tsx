import type { OrderLine } from '#contract/buying/orders.ts';
import type { RefundRequest } from '#contract/money/refunds.ts';
import { moment } from '#web/shell/moment.ts';
import { pieces } from '#web/shell/format.ts';

const STATES: Record<RefundRequest['state'], string> = {
  open: 'Refund requested',
  granted: 'Refund requested and paid',
  refused: 'Refund requested and refused',
};

/** What the buyer wants back and why, and what was answered. */
export function RefundRequestNote({ request, lines }: { request: RefundRequest; lines: OrderLine[] }) {
  const named = new Map(lines.map(({ toolId, tool }) => [toolId, tool]));
  return (
    <section
      aria-labelledby="refund-request"
      className={`rounded-box border p-4 ${request.state === 'open' ? 'border-warning' : 'border-base-300'}`}
    >
      <h3 id="refund-request" className="font-semibold">
        {STATES[request.state]}
      </h3>
      <p className="muted text-sm">
        <time dateTime={request.createdAt}>{moment(request.createdAt)}</time>
      </p>
      <p className="mt-2 break-words whitespace-pre-line">{request.reason}</p>
      {request.lines.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {request.lines.map(({ toolId, quantity }) => (
            <li key={toolId} className="break-words">
              {pieces(quantity)} × {named.get(toolId) ?? toolId}
            </li>
          ))}
        </ul>
      )}
      {request.answer !== undefined && <p className="mt-2 break-words">Answer: {request.answer}</p>}
    </section>
  );
}
