import type { BaseSyntheticEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type FieldOfCode, showIssues } from './server-issues.ts';

type Submit = (event?: BaseSyntheticEvent) => Promise<void>;

/** What ties a dialog to its form: what is wrong with the whole, whether leaving loses something, whether it is on its way. */
export function inDialog<T extends FieldValues>({ formState }: Pick<UseFormReturn<T>, 'formState'>, onSubmit: Submit) {
  const { errors, isDirty, isSubmitting } = formState;
  return { problem: errors.root?.message, changed: isDirty, busy: isSubmitting, onSubmit };
}

/** What sends a form whose fields are right; a refusal is shown in it, and nothing typed is lost. */
export function sending<T extends FieldValues, Sent = T>(
  form: UseFormReturn<T, unknown, Sent>,
  send: (values: Sent) => Promise<unknown>,
  fieldOf: FieldOfCode<T> = {},
): Submit {
  return form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      showIssues(form, error, fieldOf);
    }
  });
}
