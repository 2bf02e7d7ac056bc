import type { ComponentProps } from 'react';
import { type FieldTexts, LabelledField } from './labelled-field.tsx';

interface Props extends FieldTexts, Omit<ComponentProps<'select'>, 'children'> {
  label: string;
  /** Values with their words, in the order in which they are offered. */
  options: readonly (readonly [value: string, words: string])[];
}

/** A labelled choice of one among few. */
export function SelectField({ label, options, error, hint, className = 'w-full', ...select }: Props) {
  return (
    <LabelledField label={label} required={select.required} error={error} hint={hint}>
      {(said) => (
        <select {...select} {...said} className={`select ${error ? 'select-error' : ''} ${className}`}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
