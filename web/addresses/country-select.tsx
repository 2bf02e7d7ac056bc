import { type ComponentProps, useId } from 'react';
import { COUNTRIES_BY_NAME } from './countries.ts';

interface Props extends ComponentProps<'select'> {
  label?: string;
  /** The countries to choose among, by code; `*`: all. */
  among?: readonly string[];
}

/** A country by its name. */
export function CountrySelect({ label = 'Country', among = ['*'], ...select }: Props) {
  const id = useId();
  const offered = COUNTRIES_BY_NAME.filter(({ code }) => among.includes('*') || among.includes(code));
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <select {...select} id={id} className="select w-full" autoComplete="country">
        {offered.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
