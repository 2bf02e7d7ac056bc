import type { ComponentProps } from 'react';
import { type FieldTexts, LabelledField } from './labelled-field.tsx';

interface Field extends FieldTexts {
  label: string;
}

/** A labelled input. */
export function TextField({ label, error, hint, className = '', ...input }: Field & ComponentProps<'input'>) {
  return (
    <LabelledField label={label} required={input.required} error={error} hint={hint}>
      {(said) => <input {...input} {...said} className={`input w-full ${error ? 'input-error' : ''} ${className}`} />}
    </LabelledField>
  );
}

/** A number to type, in figures of one width; `whole` where it has no decimals. */
export function NumberField({ whole = false, ...field }: Field & ComponentProps<'input'> & { whole?: boolean }) {
  return <TextField inputMode={whole ? 'numeric' : 'decimal'} className="text-right tabular-nums" {...field} />;
}

/** A labelled input of several lines. */
export function TextArea({ label, error, hint, className = '', ...input }: Field & ComponentProps<'textarea'>) {
  return (
    <LabelledField label={label} required={input.required} error={error} hint={hint}>
      {(said) => (
        <textarea {...input} {...said} className={`textarea w-full ${error ? 'textarea-error' : ''} ${className}`} />
      )}
    </LabelledField>
  );
}
