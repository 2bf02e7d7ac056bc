import { type ComponentProps, type ReactNode, useId } from 'react';
import type { FieldError } from 'react-hook-form';

interface Field {
  label: string;
  error?: Pick<FieldError, 'message'> | undefined;
  /** Said below the field whether or not something is wrong. */
  hint?: ReactNode;
}

/** A labelled input; what is wrong with it stands below and is read out with it. */
export function TextField({ label, error, hint, className = '', ...input }: Field & ComponentProps<'input'>) {
  const { id, describedBy } = useFieldIds(error, hint);
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={`input w-full ${error ? 'input-error' : ''} ${className}`}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

/** A labelled input of several lines. */
export function TextArea({ label, error, hint, className = '', ...input }: Field & ComponentProps<'textarea'>) {
  const { id, describedBy } = useFieldIds(error, hint);
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={`textarea w-full ${error ? 'textarea-error' : ''} ${className}`}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

function useFieldIds(error: Field['error'], hint: ReactNode) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
  return { id, describedBy };
}

function FieldNotes({ id, error, hint }: { id: string } & Pick<Field, 'error' | 'hint'>) {
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
