import { useFieldArray } from 'react-hook-form';
import type { Company } from '#contract/buying/companies.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { sending } from '#web/forms/in-dialog.ts';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { aLimit, typedLimit } from '#web/companies/company-words.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';

interface Row {
  code: string;
  name: string;
  active: boolean;
  limit: string;
}

interface CostCentreValues {
  costCentres: Row[];
  purchaseOrderRequired: boolean;
}

/** The accounts that orders are for, and whether each needs a purchase order number. */
export function CostCentres({ company }: { company: Company }) {
  // Rows that somebody else changed meanwhile are shown: those typed here would take theirs out.
  const form = useForm<CostCentreValues>({ values: keptBy(company), resetOptions: { keepErrors: true } });
  const { fields, append, replace } = useFieldArray({ control: form.control, name: 'costCentres' });
  const { errors, isSubmitting } = form.formState;
  const submit = sending(form, async ({ costCentres, purchaseOrderRequired }) => {
    const rows = costCentres.filter((row) => !isEmpty(row));
    // What is refused stands at the row that it is about.
    if (rows.length < costCentres.length) replace(rows);
    const body = {
      costCentres: rows.map(({ limit, ...row }) => ({ ...row, monthLimit: typedLimit(limit) ?? null })),
      purchaseOrderRequired,
      version: company.version,
    };
    await userChange('PUT /company/:id', { params: { id: company._id }, body });
    toast.success('Saved');
  });
  return (
    <section aria-labelledby="cost-centres" className="mt-8">
      <h3 id="cost-centres" className="text-lg font-semibold">
        Cost centres
      </h3>
      <form
        noValidate
        aria-labelledby="cost-centres"
        onSubmit={(event) => void (isSubmitting ? event.preventDefault() : submit(event))}
      >
        {fields.map(({ id }, at) => (
          <fieldset key={id} className="border-base-300 grid gap-x-4 border-b pb-2 sm:grid-cols-[1fr_2fr_1fr_auto]">
            <legend className="sr-only">{`Cost centre ${at + 1}`}</legend>
            <TextField
              label="Code"
              {...fieldIn(form, `costCentres.${at}.code`, {
                validate: (code, { costCentres }) =>
                  code.trim() !== '' || isEmpty(costCentres[at]) || 'Enter a code, or clear the whole row to remove it',
              })}
            />
            <TextField label="Name" {...fieldIn(form, `costCentres.${at}.name`)} />
            <NumberField label="Limit per month" {...fieldIn(form, `costCentres.${at}.limit`, { validate: aLimit })} />
            <label className="flex items-center gap-2 self-end py-3">
              <input type="checkbox" className="checkbox checkbox-sm" {...form.register(`costCentres.${at}.active`)} />
              In use
            </label>
          </fieldset>
        ))}
        <button
          type="button"
          className="btn btn-sm mt-3"
          onClick={() => append({ code: '', name: '', active: true, limit: '' })}
        >
          Add a cost centre
        </button>
        <label className="mt-3 flex items-center gap-2">
          <input type="checkbox" className="checkbox checkbox-sm" {...form.register('purchaseOrderRequired')} />
          Every order needs a purchase order number
        </label>
        <FormProblem message={errors.root?.message} />
        {/* Disabled it would lose the focus. */}
        <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
          Save cost centres
        </button>
      </form>
    </section>
  );
}

function keptBy({ costCentres, purchaseOrderRequired }: Company): CostCentreValues {
  const rows = costCentres.map(({ code, name, active, monthLimit }) => {
    return { code, name, active, limit: monthLimit === null ? '' : String(monthLimit) };
  });
  return { costCentres: rows, purchaseOrderRequired };
}

/** Whether nothing is typed in a row, so that it is none. */
function isEmpty(row: Row | undefined): boolean {
  return row === undefined || [row.code, row.name, row.limit].every((text) => text.trim() === '');
}
