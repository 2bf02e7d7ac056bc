import { useFieldArray } from 'react-hook-form';
import { MAX_PACKS } from '#contract/catalogue/packs.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import type { ToolForm } from './fields.ts';

interface Props {
  form: ToolForm;
  label: string;
}

/** What a tool is sold in beside pieces: a row for each pack. */
export function PacksField({ form, label }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'packs' });
  const errors = form.formState.errors.packs;
  return (
    <fieldset className="fieldset">
      <legend className="label text-base-content">{label}</legend>
      {fields.map(({ id }, index) => {
        const of = (part: string) => `${part}, pack ${index + 1}`;
        const at = errors?.[index];
        return (
          <div key={id} className="grid grid-cols-2 items-start gap-x-3 sm:grid-cols-[5rem_1fr_6rem_1fr_auto]">
            <TextField label={of('Code')} placeholder="BX" {...form.register(`packs.${index}.code`)} error={at?.code} />
            <TextField
              label={of('Name')}
              placeholder="Box"
              {...form.register(`packs.${index}.name`)}
              error={at?.name}
            />
            <NumberField label={of('Pieces')} whole {...form.register(`packs.${index}.pieces`)} error={at?.pieces} />
            <TextField label={of('GTIN')} {...form.register(`packs.${index}.gtin`)} error={at?.gtin} />
            <button
              type="button"
              className="btn btn-ghost btn-square mt-8"
              aria-label={`Remove pack ${index + 1}`}
              onClick={() => remove(index)}
            >
              ×
            </button>
          </div>
        );
      })}
      <FormProblem message={errors?.root?.message ?? errors?.message} />
      <button
        type="button"
        className="btn btn-sm justify-self-start"
        disabled={fields.length >= MAX_PACKS}
        onClick={() => append({ code: '', name: '', pieces: '', gtin: '' })}
      >
        Add a pack
      </button>
    </fieldset>
  );
}
