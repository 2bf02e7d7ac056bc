import { type ReactNode, useId } from 'react';
import type { FieldError } from 'react-hook-form';

/** What any labelled field can have said below it. */
export interface FieldSaid {
  /** What is wrong with it. */
  error?: Pick<FieldError, 'message'> | undefined;
  /** Said below the field whether or not something is wrong. */
  hint?: ReactNode;
}

/** Ids for a field and for what is said below it. */
export function useFieldIds({ error, hint }: FieldSaid) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
  return { id, describedBy };
}

/** What is wrong with a field, and its hint: both are read out with it. */
export function FieldNotes({ id, error, hint }: FieldSaid & { id: string }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="text-error" role="alert">
          {error.message}
        </p>
      )}
      {hint && <div id={`${id}-hint`}>{hint}</div>}
    </>
  );
}
