import type { ComponentProps } from 'react';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props extends Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm'> {
  /** Does it. */
  run: () => Promise<unknown>;
  onDone?: (() => void) | undefined;
}

/** Asks before something is done that may be refused: closes once it is done, and otherwise says why not. */
export function ConfirmOrSayWhy({ run, onDone, onClose, children, ...question }: Props) {
  const action = useAction();
  const confirm = async () => {
    if (!(await action.run(run))) return;
    onClose();
    onDone?.();
  };
  return (
    <ConfirmDialog {...question} busy={action.busy} onConfirm={() => void confirm()} onClose={onClose}>
      {children}
      <FormProblem message={action.problem?.message} className="mt-3" />
    </ConfirmDialog>
  );
}
