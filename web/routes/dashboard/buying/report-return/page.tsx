import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Order } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { userChange } from '#web/queries/changes.ts';
import { sendReturnPicture } from '#web/queries/money/returns.ts';
import { problemsOfLines } from '#web/routes/dashboard/buying/order/refund-lines.tsx';
import { LeaveQuestion } from '#web/routes/dashboard/leave-question.tsx';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { toast } from '#web/shell/toasts.ts';
import type { Route } from './+types/page.ts';
import { Photos } from './photos.tsx';
import { ReportedLine, type TypedReport } from './reported-line.tsx';

export const meta = metaOf({
  title: 'Something is Wrong',
  description: 'Report pieces that are damaged, wrong, missing or not wanted.',
});

export default function ReportReturnPage({ params }: Route.ComponentProps) {
  const { data: order, error } = useOrder(params.id);
  if (error || !order) return <NotShown what="the order" error={error} />;
  return <Report order={order} />;
}

const NOTHING: TypedReport = { quantity: '', kind: 'damaged', wish: 'replacement', text: '' };

/** Which pieces of what left, what is wrong with them, and what would help. */
function Report({ order }: { order: Order }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Record<string, TypedReport>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const [photos, setPhotos] = useState<File[]>([]);
  const [isSent, setSent] = useState(false);
  const action = useAction();
  const shipped = order.lines.filter((line) => line.shipped > 0);
  const lines = shipped.flatMap(({ toolId }) => {
    const { quantity, kind, wish, text } = typed[toolId] ?? NOTHING;
    return quantity.trim() === '' ? [] : [{ toolId, quantity, kind, wish, text }];
  });
  const send = () =>
    action.run(async () => {
      if (lines.length === 0) throw new Error('Enter how many pieces, at one tool at least.');
      setProblems({});
      const made = await userChange('POST /return', { body: { orderId: order._id, lines, message } }).catch(
        (error: unknown) => {
          if (error instanceof ApiError) setProblems(problemsOfLines(error, lines));
          throw error;
        },
      );
      // At once: what is sent is not asked about when the page is left below.
      flushSync(() => setSent(true));
      toast.success(`Reported as ${made.number}`);
      try {
        for (const photo of photos) await sendReturnPicture(made._id, photo);
      } catch (error) {
        // The report stands; on its page photos can be added again.
        toast.error(`A photo was not sent: ${error instanceof Error ? error.message : 'please add it again.'}`);
      }
      await navigate(`/dashboard/returns/${made._id}`, { replace: true });
    });
  const isChanged = !isSent && (lines.length > 0 || message !== '' || photos.length > 0);
  return (
    <section aria-labelledby="report" className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <header>
        <h2 id="report" className="text-xl font-semibold">
          Something is wrong with order {order.number}
        </h2>
        <p className="muted mt-1">
          Say which pieces, what is wrong, and what would help. You get a number at once and our answer by e-mail.
        </p>
      </header>
      {shipped.length === 0 ? (
        <p>
          <span>Nothing of this order has been shipped yet. </span>
          <TextLink to={`/dashboard/orders/${order._id}`}>Back to the order</TextLink>
        </p>
      ) : (
        <form
          noValidate
          aria-labelledby="report"
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <ul className="grid gap-4">
            {shipped.map((line) => (
              <ReportedLine
                key={line.toolId}
                line={line}
                typed={typed[line.toolId] ?? NOTHING}
                problem={problems[line.toolId]}
                onChange={(changed) => setTyped((all) => ({ ...all, [line.toolId]: changed }))}
              />
            ))}
          </ul>
          <Photos photos={photos} onChange={setPhotos} />
          <TextArea
            label="Anything else? (optional)"
            rows={3}
            maxLength={2_000}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
          <div>
            <FormProblem message={action.problem?.message} className="mb-3" />
            <button className="btn btn-primary" disabled={action.busy}>
              {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
              <span>Send the report</span>
            </button>
          </div>
        </form>
      )}
      <LeaveQuestion changed={isChanged} />
    </section>
  );
}
