import type { ComponentProps } from 'react';
import { FieldNotes, type FieldSaid, useFieldIds } from './field-notes.tsx';

interface Field extends FieldSaid {
  label: string;
}

/** A labelled input; what is wrong with it stands below and is read out with it. */
export function TextField({ label, error, hint, className = '', ...input }: Field & ComponentProps<'input'>) {
  const { id, describedBy } = useFieldIds({ error, hint });
  return (
    <div className="fieldset">
      <label htmlFor={id} className={`label text-base-content ${input.required ? 'label-required' : ''}`}>
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
  const { id, describedBy } = useFieldIds({ error, hint });
  return (
    <div className="fieldset">
      <label htmlFor={id} className={`label text-base-content ${input.required ? 'label-required' : ''}`}>
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
