import { type ReactNode, useId } from 'react';
import type { FieldError } from 'react-hook-form';

/** What any labelled field can have said below it. */
export interface FieldTexts {
  /** What is wrong with it. */
  error?: Pick<FieldError, 'message'> | undefined;
  /** Said below the field whether or not something is wrong. */
  hint?: ReactNode;
}

interface Props extends FieldTexts {
  label: string;
  required?: boolean | undefined;
  /** The field itself, with what ties it to its label and to what is said below it. */
  children: (said: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}

/** The frame of a field: its label above, what is wrong with it and its hint below, both read out with it. */
export function LabelledField({ label, required = false, error, hint, children }: Props) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="fieldset">
      <label htmlFor={id} className={`label text-base-content ${required ? 'label-required' : ''}`}>
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
      })}
      {error && (
        <p id={`${id}-error`} className="text-error" role="alert">
          {error.message}
        </p>
      )}
      {hint && <div id={`${id}-hint`}>{hint}</div>}
    </div>
  );
}
