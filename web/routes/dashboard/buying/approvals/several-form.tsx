import { useState } from 'react';
import type { Decision } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { HeldRejection } from '#web/approvals/held-rejection.tsx';
import { holdRejection, useHeldRejection } from '#web/approvals/held-rejections.ts';
import { RejectDialog } from '#web/approvals/reject-dialog.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { afterDeciding, decideOrder } from '#web/queries/buying/approvals.ts';
import { counted, money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  /** Those that are chosen. */
  orders: readonly Order[];
  /** Whether there are several to choose from; what was refused of the last ones is said all the same. */
  isOffered: boolean;
  onDone: () => void;
}

/** Under this name those that were chosen are rejected together. */
const SEVERAL = 'several';

/** Decides about several orders, each by itself: what is refused of one holds up no other. */
export function SeveralForm({ orders, isOffered, onDone }: Props) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [rejecting, setRejecting] = useState(false);
  const isHeld = useHeldRejection(SEVERAL) !== null;
  const decide = async (decision: Decision, isLeaving = false) => {
    setBusy(true);
    const refused: string[] = [];
    const decideOne = ({ _id, number }: Order) =>
      decideOrder(_id, decision, isLeaving).catch((error: unknown) =>
        refused.push(`Order ${number}: ${error instanceof Error ? error.message : 'not decided'}`),
      );
    // A page that is left waits for no answer.
    if (isLeaving) await Promise.all(orders.map(decideOne));
    else for (const order of orders) await decideOne(order);
    setRefusals(refused);
    const done = orders.length - refused.length;
    if (done > 0)
      toast.success(`${counted(done, 'order')} ${decision.decision === 'approve' ? 'approved' : 'rejected'}`);
    await afterDeciding();
    setBusy(false);
    setNote('');
    onDone();
  };
  const sum = money(centsToMoney(orders.reduce((total, { price }) => total + (moneyToCents(price) ?? 0), 0)));
  return (
    <>
      {isHeld && (
        <div className="mt-6 max-w-prose">
          <HeldRejection of={SEVERAL} onUndone={setNote} />
        </div>
      )}
      {isOffered && !isHeld && (
        <form aria-label="Several at once" className="mt-6 max-w-prose" onSubmit={(event) => event.preventDefault()}>
          <p className="font-medium" role="status">
            {orders.length === 0
              ? 'Choose orders to decide on several at once.'
              : `${counted(orders.length, 'order')}, ${sum}`}
          </p>
          {orders.length > 0 && (
            <>
              <TextField
                label="Note for all of them"
                maxLength={1000}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
              <div className="mt-3 flex flex-wrap gap-3">
                <button
                  type="button"
                  className="btn btn-primary"
                  disabled={busy}
                  onClick={() =>
                    void decide({ decision: 'approve', ...(note.trim() === '' ? {} : { note: note.trim() }) })
                  }
                >
                  Approve {counted(orders.length, 'order')}
                </button>
                <button
                  type="button"
                  className="btn btn-outline btn-error"
                  disabled={busy}
                  onClick={() => setRejecting(true)}
                >
                  Reject {counted(orders.length, 'order')}
                </button>
              </div>
            </>
          )}
        </form>
      )}
      {rejecting && (
        <RejectDialog
          what={counted(orders.length, 'order')}
          note={note}
          onReject={(why) => {
            holdRejection(
              SEVERAL,
              { what: counted(orders.length, 'order'), why },
              (isLeaving) => void decide({ decision: 'reject', note: why }, isLeaving),
            );
          }}
          onClose={() => setRejecting(false)}
        />
      )}
      {refusals.length > 0 && (
        <div role="alert" className="text-error mt-3">
          <ul>
            {refusals.map((refusal) => (
              <li key={refusal} className="break-words">
                {refusal}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
