import { useState } from 'react';
import type { Return } from '#contract/money/returns.ts';
import { SETTLED_AS, type ReturnWish } from '#contract/money/return-words.ts';
import { ApiError } from '#web/api/api-error.ts';
import { NumberField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { proposedToSettle, readyToSettle, RETURN_WISH_WORDS } from '#web/returns/return-words.ts';
import { problemsOfLines } from '#web/routes/dashboard/buying/order/refund-lines.tsx';
import { counted, money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

type TypedPieces = Record<string, Record<ReturnWish, string>>;

/** What each piece becomes: money, or a replacement; what the buyer wished for is proposed. */
export function SettleDialog({ found, onClose }: { found: Return; onClose: () => void }) {
  const ready = found.lines.filter((line) => readyToSettle(found, line) > 0);
  const [typed, setTyped] = useState<TypedPieces>(() =>
    Object.fromEntries(
      ready.map((line) => {
        const proposed = String(proposedToSettle(found, line) || '');
        const none = { money: '', replacement: '' };
        return [line.toolId, { ...none, [line.wish]: proposed }];
      }),
    ),
  );
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isChanged, setChanged] = useState(false);
  const action = useAction();
  const lines = ready.flatMap(({ toolId }) =>
    SETTLED_AS.flatMap((as) => {
      const quantity = typed[toolId]?.[as] ?? '';
      return quantity.trim() === '' || quantity.trim() === '0' ? [] : [{ toolId, quantity, as }];
    }),
  );
  const send = () =>
    action.run(async () => {
      if (lines.length === 0) throw new Error('Enter how many pieces are settled.');
      setProblems({});
      try {
        await userChange('POST /return/:id/settle', { params: { id: found._id }, body: { lines } });
      } catch (error) {
        if (error instanceof ApiError) setProblems(problemsOfLines(error, lines));
        throw error;
      }
      toast.success(`${found.number} is settled as said. The buyer gets an e-mail.`);
      onClose();
    });
  const fee = found.answer?.fee ?? 0;
  return (
    <FormDialog
      title={`Settle ${found.number}`}
      submit="Settle"
      size="wide"
      problem={action.problem?.message}
      changed={isChanged}
      busy={action.busy}
      onSubmit={async () => void (await send())}
      onClose={onClose}
    >
      <p className="mb-3">
        Money goes back the way it came, or off what is owed, with a credit note. A replacement is a new order at no
        price, ready to ship.
      </p>
      {fee > 0 && <p className="mb-3">{`The fee of ${money(fee)} is taken off the money, once.`}</p>}
      <ul className="grid gap-4">
        {ready.map((line) => {
          const values = typed[line.toolId] ?? { money: '', replacement: '' };
          const problem = problems[line.toolId];
          return (
            <li key={line.toolId} className="border-base-300 border-b pb-3">
              <p className="font-medium break-words">{[line.tool, line.sku].filter(Boolean).join(' · ')}</p>
              <p className="muted text-sm">
                {`${counted(readyToSettle(found, line), 'piece')} can be settled · wish: ${RETURN_WISH_WORDS[line.wish].toLowerCase()}`}
              </p>
              {problem !== undefined && (
                <p role="alert" className="text-error">
                  {problem}
                </p>
              )}
              <div className="grid grid-cols-2 gap-3">
                {SETTLED_AS.map((as) => (
                  <NumberField
                    key={as}
                    whole
                    label={RETURN_WISH_WORDS[as]}
                    aria-label={`${RETURN_WISH_WORDS[as]}: pieces of ${line.tool}`}
                    value={values[as]}
                    onChange={({ target }) => {
                      setChanged(true);
                      setTyped((all) => ({ ...all, [line.toolId]: { ...values, [as]: target.value } }));
                    }}
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}
