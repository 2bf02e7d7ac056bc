import { type ReactNode, useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';

interface Props<Value extends string> {
  /** What the boxes are about. */
  legend: string;
  options: readonly { value: Value; title: string; hint?: ReactNode }[];
  error?: Pick<FieldError, 'message'> | undefined;
  /** What `form.register` answers for the field whose value is the list of chosen ones. */
  field: UseFormRegisterReturn;
}

/** Several of a few, as boxes under one heading; what is wrong is read out with it. */
export function ChoiceBoxes<Value extends string>({ legend, options, error, field }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className="fieldset" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label text-base-content">{legend}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {options.map(({ value, title, hint }) => (
          <label key={value} className="flex items-start gap-2 py-1 text-base">
            <input type="checkbox" className="checkbox checkbox-sm mt-0.5" value={value} {...field} />
            <span className="min-w-0">
              {title}
              {hint && <span className="muted block text-sm">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-error" role="alert">
          {error.message}
        </p>
      )}
    </fieldset>
  );
}
