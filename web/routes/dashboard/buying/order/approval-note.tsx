import { reasonsOf } from '#contract/buying/approval-reasons.ts';
import type { Order } from '#contract/buying/orders.ts';
import { approvalInWords } from '#web/approvals/approval-words.ts';
import { useWaitingCount } from '#web/queries/buying/approvals.ts';
import { currencyCode } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';

/** What became of an order that went beyond a limit: until when it waits and why, or who decided and what they said. */
export function ApprovalNote({ order, isOwn }: { order: Order; isOwn: boolean }) {
  const { approval } = order;
  const mayApprove = useWaitingCount() !== null;
  if (!approval) return null;
  return (
    <section aria-labelledby="approval" className="border-warning grid max-w-prose gap-2 border-l-4 pl-3">
      <h3 id="approval" className="text-lg font-semibold">
        {approvalInWords(approval)}
      </h3>
      {approval.note !== undefined && <p className="break-words whitespace-pre-line">They wrote: {approval.note}</p>}
      <ul>
        {reasonsOf(order, currencyCode()).map((reason) => (
          <li key={reason} className="break-words">
            {reason}
          </li>
        ))}
      </ul>
      {approval.state === 'waiting' && (
        <p className="muted text-sm">
          The pieces are held until then. Nothing needs to be paid before it is approved.
          {!isOwn && mayApprove && (
            <>
              {' '}
              <TextLink to="/dashboard/approvals">Your approvals</TextLink>
            </>
          )}
        </p>
      )}
    </section>
  );
}
