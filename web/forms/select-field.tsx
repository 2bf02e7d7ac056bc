import type { ComponentProps } from 'react';
import { FieldNotes, type FieldSaid, useFieldIds } from './field-notes.tsx';

interface Props extends FieldSaid, Omit<ComponentProps<'select'>, 'children'> {
  label: string;
  /** Values with their words, in the order in which they are offered. */
  options: readonly (readonly [value: string, words: string])[];
}

/** A labelled choice of one among few; what is wrong with it stands below and is read out with it. */
export function SelectField({ label, options, error, hint, className = 'w-full', ...select }: Props) {
  const { id, describedBy } = useFieldIds({ error, hint });
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={`select ${error ? 'select-error' : ''} ${className}`}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}
