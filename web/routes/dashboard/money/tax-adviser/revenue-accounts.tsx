import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { TAX_CATEGORIES } from '#contract/office/tax.ts';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { fieldIn } from '#web/forms/field-in.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField } from '#web/forms/text-field.tsx';
import { type BooksValues, CATEGORY_WORDS } from './books-values.ts';

const CATEGORIES = TAX_CATEGORIES.map((category) => [category, CATEGORY_WORDS[category]] as const);

/** Where revenue is booked, by tax. */
export function RevenueAccounts({ form }: { form: UseFormReturn<BooksValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'accounts.revenue' });
  return (
    <fieldset className="mt-5">
      <legend className="font-semibold">Revenue</legend>
      <p className="muted max-w-prose text-sm">
        A row without a country is for every country that has none of its own.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid items-start gap-x-3 sm:grid-cols-[2fr_1fr_2fr_1fr_auto]">
          <SelectField
            label={`Tax, row ${index + 1}`}
            options={CATEGORIES}
            {...fieldIn(form, `accounts.revenue.${index}.category`)}
          />
          <NumberField label={`Percent, row ${index + 1}`} {...fieldIn(form, `accounts.revenue.${index}.percent`)} />
          <CountrySelect
            label={`Country, row ${index + 1}`}
            none="Every other country"
            autoComplete="off"
            {...fieldIn(form, `accounts.revenue.${index}.country`)}
          />
          <NumberField
            label={`Account, row ${index + 1}`}
            whole
            {...fieldIn(form, `accounts.revenue.${index}.account`)}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square sm:mt-8"
            aria-label={`Remove row ${index + 1}`}
            onClick={() => remove(index)}
          >
            ×
          </button>
        </div>
      ))}
      <FormProblem message={form.formState.errors.accounts?.revenue?.root?.message} className="mt-2" />
      <button
        type="button"
        className="btn btn-sm mt-2"
        onClick={() => append({ category: 'S', percent: '', country: '', account: '' })}
      >
        Add a revenue account
      </button>
    </fieldset>
  );
}
