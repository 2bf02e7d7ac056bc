import { type ComponentProps, useId } from 'react';
import { COUNTRIES_BY_NAME } from './countries.ts';

/** A country by its name. */
export function CountrySelect({ label = 'Country', ...select }: ComponentProps<'select'> & { label?: string }) {
  const id = useId();
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <select {...select} id={id} className="select w-full" autoComplete="country">
        {COUNTRIES_BY_NAME.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
