import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { countryName } from '#contract/in-country.ts';
import { COUNTRIES_BY_NAME } from '#web/addresses/countries.ts';
import { ListProblem, type SettingsForm } from './form-parts.tsx';

/** Where one way of delivery goes: everywhere, or the countries that are listed. */
export function CountriesField({ form, index }: { form: SettingsForm; index: number }) {
  return (
    <Controller
      control={form.control}
      name={`delivery.${index}.countries`}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <>
          <Countries codes={value} onChange={onChange} way={index + 1} />
          <ListProblem error={error} />
        </>
      )}
    />
  );
}

function Countries({ codes, onChange, way }: { codes: string[]; onChange: (codes: string[]) => void; way: number }) {
  const id = useId();
  const everywhere = codes.includes('*');
  return (
    <fieldset className="mt-2">
      <legend className="label text-base-content text-sm">Goes to</legend>
      <label className="label text-base-content gap-2">
        <input
          type="checkbox"
          className="checkbox"
          checked={everywhere}
          onChange={({ target }) => onChange(target.checked ? ['*'] : [])}
        />
        Every country
      </label>
      {!everywhere && (
        <>
          <ul className="mt-2 flex flex-wrap gap-2">
            {codes.map((code) => (
              <li key={code}>
                <button
                  type="button"
                  className="btn btn-sm"
                  aria-label={`Remove ${countryName(code)}`}
                  onClick={() => onChange(codes.filter((each) => each !== code))}
                >
                  {countryName(code)} <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
          <label htmlFor={id} className="sr-only">
            Add a country to method {way}
          </label>
          <select
            id={id}
            className="select mt-2 max-w-xs"
            value=""
            onChange={({ target }) => onChange([...codes, target.value])}
          >
            <option value="">Add a country …</option>
            {COUNTRIES_BY_NAME.filter(({ code }) => !codes.includes(code)).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
    </fieldset>
  );
}
