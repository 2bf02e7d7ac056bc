import { type UseFormReturn } from 'react-hook-form';
import type { Company, CompanyStatus } from '#contract/buying/companies.ts';
import { aLimit, STATUS_WORDS, typedLimit } from '#web/firms/firm-words.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { sending } from '#web/forms/in-dialog.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField } from '#web/forms/text-field.tsx';
import { useFollowing } from '#web/forms/use-following.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { useMay } from '#web/queries/people/role.ts';
import { toast } from '#web/shell/toasts.ts';

interface Typed {
  status: CompanyStatus;
  priceList: string;
  termsDays: string;
  creditLimit: string;
}

/** What is agreed with a firm: each of the staff changes what their role may. */
export function StandingForm({ firm }: { firm: Company }) {
  const may = useMay();
  const form = useForm<Typed>({ defaultValues: agreedWith(firm) });
  useFollowing(form, agreedWith(firm));
  const { errors, isSubmitting } = form.formState;
  const submit = sending(form, async ({ status, priceList, termsDays, creditLimit }) => {
    const body = {
      status,
      priceList: priceList === '' ? null : priceList,
      termsDays: typedLimit(termsDays) ?? null,
      creditLimit: typedLimit(creditLimit) ?? null,
      version: firm.version,
    };
    await userChange('PUT /company/:id/standing', { params: { id: firm._id }, body });
    toast.success('Saved');
  });
  return (
    <form
      aria-labelledby="standing"
      className="mt-8"
      onSubmit={(event) => void (isSubmitting ? event.preventDefault() : submit(event))}
    >
      <h3 id="standing" className="text-lg font-semibold">
        What is agreed
      </h3>
      <fieldset disabled={!may('companies')} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">State and prices</legend>
        <SelectField label="State" options={Object.entries(STATUS_WORDS)} {...fieldIn(form, 'status')} />
        {may('tools.write') && <PriceListSelect form={form} />}
      </fieldset>
      <fieldset disabled={!may('companies.terms')} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Terms</legend>
        <NumberField
          label="Days to pay"
          hint="Empty: pays before the goods leave"
          whole
          {...fieldIn(form, 'termsDays', { validate: aNumberOfDays })}
        />
        <NumberField
          label="Credit limit"
          hint="Empty: no limit"
          {...fieldIn(form, 'creditLimit', { validate: aLimit })}
        />
      </fieldset>
      <FormProblem message={errors.root?.message} />
      {/* Disabled it would lose the focus. */}
      <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
        Save what is agreed
      </button>
    </form>
  );
}

function agreedWith({ status, priceList, termsDays, creditLimit }: Company): Typed {
  return {
    status,
    priceList: priceList ?? '',
    termsDays: termsDays === null ? '' : String(termsDays),
    creditLimit: creditLimit === null ? '' : String(creditLimit),
  };
}

/** Without a number of days the firm pays first: what is none is said. */
function aNumberOfDays(text: string): true | string {
  return /^\s*\d{0,3}\s*$/.test(text) || 'Give a whole number of days, or leave it empty';
}

function PriceListSelect({ form }: { form: UseFormReturn<Typed> }) {
  const { data: lists } = usePriceLists();
  // Its own value is among the choices from the beginning: one that comes later would not be chosen.
  if (!lists) return null;
  return (
    <SelectField
      label="Price list"
      options={[['', "The tools' own prices"], ...lists.map(({ _id, name }) => [_id, name] as const)]}
      {...fieldIn(form, 'priceList')}
    />
  );
}
