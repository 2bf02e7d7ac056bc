import { useState } from 'react';
import type { Return } from '#contract/money/returns.ts';
import { ApiError } from '#web/api/api-error.ts';
import { NumberField } from '#web/forms/text-field.tsx';
import { typedWhole } from '#web/forms/typed-number.ts';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { mayArrive } from '#web/returns/return-words.ts';
import { problemsOfLines } from '#web/routes/dashboard/buying/order/refund-lines.tsx';
import { counted } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

type TypedPieces = Record<string, { restocked: string; scrapped: string; back: string }>;
const NONE = { restocked: '', scrapped: '', back: '' };
const FIELDS = [
  ['restocked', 'Into stock'],
  ['scrapped', 'Scrap'],
  ['back', 'Back to the buyer'],
] as const;

/** Counts what arrived, piece by piece: into stock, scrap, or back. */
export function ArrivalDialog({ found, onClose }: { found: Return; onClose: () => void }) {
  const [typed, setTyped] = useState<TypedPieces>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const action = useAction();
  const expected = found.lines.filter((line) => mayArrive(found, line) > 0);
  const lines = expected.flatMap(({ toolId }) => {
    const { restocked, scrapped, back } = typed[toolId] ?? NONE;
    const [stock, scrap, rest] = [restocked, scrapped, back].map((text) => typedWhole(text) ?? 0) as [
      number,
      number,
      number,
    ];
    const quantity = stock + scrap + rest;
    return quantity === 0 ? [] : [{ toolId, quantity, restocked: stock, scrapped: scrap }];
  });
  const send = () =>
    action.run(async () => {
      if (lines.length === 0) throw new Error('Enter how many pieces arrived.');
      setProblems({});
      try {
        await userChange('POST /return/:id/arrival', { params: { id: found._id }, body: { lines } });
      } catch (error) {
        if (error instanceof ApiError) setProblems(problemsOfLines(error, lines));
        throw error;
      }
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      toast.success(`${counted(pieces, 'piece')} counted`);
      onClose();
    });
  return (
    <FormDialog
      title={`What arrived of ${found.number}`}
      submit="Save the count"
      size="wide"
      problem={action.problem?.message}
      changed={lines.length > 0}
      busy={action.busy}
      onSubmit={async () => void (await send())}
      onClose={onClose}
    >
      <ul className="grid gap-4">
        {expected.map((line) => {
          const values = typed[line.toolId] ?? NONE;
          const problem = problems[line.toolId];
          return (
            <li key={line.toolId} className="border-base-300 border-b pb-3">
              <p className="font-medium break-words">{[line.tool, line.sku].filter(Boolean).join(' · ')}</p>
              <p className="muted text-sm">{`${counted(mayArrive(found, line), 'piece')} still expected`}</p>
              {problem !== undefined && (
                <p role="alert" className="text-error">
                  {problem}
                </p>
              )}
              <div className="grid grid-cols-3 gap-3">
                {FIELDS.map(([field, label]) => (
                  <NumberField
                    key={field}
                    whole
                    label={label}
                    aria-label={`${label}: pieces of ${line.tool}`}
                    value={values[field]}
                    onChange={({ target }) =>
                      setTyped((all) => ({ ...all, [line.toolId]: { ...values, [field]: target.value } }))
                    }
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
