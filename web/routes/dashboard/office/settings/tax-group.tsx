import { useFieldArray } from 'react-hook-form';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import {
  errorAt,
  ListProblem,
  RemoveRow,
  SettingsGroup,
  type SettingsForm,
  SettingsNumber,
  SettingsText,
} from './form-parts.tsx';

/** The tax of each destination. */
export function TaxGroup({ form }: { form: SettingsForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'tax' });
  return (
    <SettingsGroup
      id="settings-tax"
      lead="Charged on goods and freight, by the country of destination. Within the European Union, a country without a rate of its own pays yours, unless its buyer gives a VAT number of another member state. Sales to countries outside the union are exports."
    >
      {fields.map(({ id }, index) => {
        const country = `tax.${index}.country` as const;
        const error = errorAt(form, country);
        return (
          <div key={id} className="grid max-w-2xl items-start gap-x-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
            <CountrySelect
              label={`Taxed country ${index + 1}`}
              none="Choose a country"
              autoComplete="off"
              error={error && form.getValues(country) === '' ? { ...error, message: 'Choose a country' } : error}
              {...form.register(country)}
            />
            <SettingsNumber form={form} name={`tax.${index}.percent`} label={`Percent, rate ${index + 1}`} />
            <SettingsText form={form} name={`tax.${index}.name`} label={`Name, rate ${index + 1}`} placeholder="VAT" />
            <RemoveRow label={`Remove tax rate ${index + 1}`} className="sm:mt-8" onClick={() => remove(index)} />
          </div>
        );
      })}
      <ListProblem error={errorAt(form, 'tax')} />
      <button type="button" className="btn btn-sm mt-2" onClick={() => append({ country: '', percent: '', name: '' })}>
        Add a tax rate
      </button>
    </SettingsGroup>
  );
}
