import { lazy, Suspense } from 'react';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { codeRule } from '#web/sign-in/rules.ts';
import { useAction } from '#web/forms/use-action.ts';
import { confirmTwoSteps, type TwoStepStart } from '#web/queries/people/change-account.ts';
import { ActionProblem } from './action-problem.tsx';

/** Drawn by a library that nobody else needs. */
const QrCode = lazy(() => import('./qr-code.tsx'));

/** The secret for the authenticator app, and the first code from it as a proof that it arrived. */
export function TwoStepSetup({
  start: { totpUri },
  onDone,
  onCancel,
}: {
  start: TwoStepStart;
  onDone: () => Promise<void>;
  onCancel: () => void;
}) {
  const action = useAction();
  const form = useForm({ defaultValues: { code: '' } });
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const submit = form.handleSubmit(async ({ code }) => {
    await action.run(async () => {
      await confirmTwoSteps(code);
      await onDone();
    });
  });
  return (
    <form noValidate className="mt-3" onSubmit={(event) => void submit(event)}>
      <p>Scan this with your authenticator app, or type the key into it:</p>
      <Suspense fallback={<div className="skeleton mt-3 size-48" role="status" aria-label="Drawing the QR code" />}>
        <QrCode text={totpUri} />
      </Suspense>
      <p className="mt-2 font-mono text-sm break-all" aria-label="Key">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <TextField
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fieldIn(form, 'code', codeRule)}
      />
      <ActionProblem problem={action.problem} />
      <div className="mt-3 flex flex-wrap gap-2">
        <button className="btn btn-primary" disabled={action.busy}>
          Confirm and switch on
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
