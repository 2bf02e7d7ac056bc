import type { ComponentProps } from 'react';
import { SelectField } from '#web/forms/select-field.tsx';
import { say } from '#web/saying/say.ts';
import { COUNTRIES_BY_NAME } from './countries.ts';

interface Props extends Omit<ComponentProps<typeof SelectField>, 'label' | 'options'> {
  label?: string;
  /** The countries to choose among, by code; `*`: all. */
  among?: readonly string[];
  /** What stands where none is chosen yet, with `''` as its value. */
  none?: string;
}

/** A country by its name. */
export function CountrySelect({ label = say('Country'), among = ['*'], none, ...select }: Props) {
  const offered = COUNTRIES_BY_NAME.filter(({ code }) => among.includes('*') || among.includes(code));
  return (
    <SelectField
      label={label}
      options={[
        ...(none === undefined ? [] : [['', none] as const]),
        ...offered.map(({ code, name }) => [code, name] as const),
      ]}
      autoComplete="country"
      {...select}
    />
  );
}
