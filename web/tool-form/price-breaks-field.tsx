import { useFieldArray, useWatch } from 'react-hook-form';
import { perUnit } from '#contract/buying/unit-words.ts';
import { MAX_PRICE_BREAKS } from '#contract/catalogue/tools.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { NumberField } from '#web/forms/text-field.tsx';
import { PriceLadder } from './price-ladder.tsx';
import type { Selling } from './selling.ts';
import type { ToolForm } from './fields.ts';

interface Props {
  form: ToolForm;
  label: string;
  /** What was typed so far, and what contradicts. */
  selling: Selling;
}

/** From how many pieces on each costs less: a row for each break, what is wrong at its own field, and what buyers will see. */
export function PriceBreaksField({ form, label, selling }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'priceBreaks' });
  const priceUnit = Number(useWatch({ control: form.control, name: 'priceUnit' }) ?? 1);
  const errors = form.formState.errors.priceBreaks;
  const whole = errors?.root?.message ?? errors?.message;
  const problemAt = (index: number, part: 'from' | 'price') => {
    const message = selling.problems[`priceBreaks.${index}.${part}`];
    return message === undefined ? errors?.[index]?.[part] : { message };
  };
  return (
    <fieldset className="fieldset">
      <legend className="label text-base-content">{label}</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-x-3">
          <NumberField
            label={`From pieces, break ${index + 1}`}
            whole
            {...form.register(`priceBreaks.${index}.from`)}
            error={problemAt(index, 'from')}
          />
          <NumberField
            label={`Price ${perUnit(priceUnit)}, break ${index + 1}`}
            {...form.register(`priceBreaks.${index}.price`)}
            error={problemAt(index, 'price')}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square mt-8"
            aria-label={`Remove break ${index + 1}`}
            onClick={() => remove(index)}
          >
            ×
          </button>
        </div>
      ))}
      <FormProblem message={whole} />
      <button
        type="button"
        className="btn btn-sm justify-self-start"
        disabled={fields.length >= MAX_PRICE_BREAKS}
        onClick={() => append({ from: '', price: '' })}
      >
        Add a price break
      </button>
      <PriceLadder selling={selling} priceUnit={priceUnit} />
    </fieldset>
  );
}
