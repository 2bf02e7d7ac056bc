import { type UseFormReturn } from 'react-hook-form';
import type { Company, CompanyStatus } from '#contract/buying/companies.ts';
import { aLimit, STATUS_WORDS, typedLimit } from '#web/companies/company-words.ts';
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

interface StandingValues {
  status: CompanyStatus;
  priceList: string;
  termsDays: string;
  creditLimit: string;
}

/** Terms and prices with a company: each of the staff changes what their role may. */
export function StandingForm({ company }: { company: Company }) {
  const may = useMay();
  const form = useForm<StandingValues>({ defaultValues: agreedWith(company) });
  useFollowing(form, agreedWith(company));
  const { errors, isSubmitting } = form.formState;
  const submit = sending(form, async ({ status, priceList, termsDays, creditLimit }) => {
    const body = {
      status,
      priceList: priceList === '' ? null : priceList,
      termsDays: typedLimit(termsDays) ?? null,
      creditLimit: typedLimit(creditLimit) ?? null,
      version: company.version,
    };
    await userChange('PUT /company/:id/standing', { params: { id: company._id }, body });
    toast.success('Saved');
  });
  return (
    <form
      aria-labelledby="standing"
      className="mt-8"
      onSubmit={(event) => void (isSubmitting ? event.preventDefault() : submit(event))}
    >
      <h3 id="standing" className="text-lg font-semibold">
        Terms and prices
      </h3>
      <fieldset disabled={!may('companies')} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Status and prices</legend>
        <SelectField label="Status" options={Object.entries(STATUS_WORDS)} {...fieldIn(form, 'status')} />
        {may('tools.write') && <PriceListSelect form={form} />}
      </fieldset>
      <fieldset disabled={!may('companies.terms')} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Payment</legend>
        <NumberField
          label="Days to pay"
          hint="Leave empty if the company pays in advance"
          whole
          {...fieldIn(form, 'termsDays', { validate: aNumberOfDays })}
        />
        <NumberField
          label="Credit limit"
          hint="Leave empty for no limit"
          {...fieldIn(form, 'creditLimit', { validate: aLimit })}
        />
      </fieldset>
      <FormProblem message={errors.root?.message} />
      {/* Disabled it would lose the focus. */}
      <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
        Save terms and prices
      </button>
    </form>
  );
}

function agreedWith({ status, priceList, termsDays, creditLimit }: Company): StandingValues {
  return {
    status,
    priceList: priceList ?? '',
    termsDays: termsDays === null ? '' : String(termsDays),
    creditLimit: creditLimit === null ? '' : String(creditLimit),
  };
}

/** Without a number of days the company pays first, so an invalid one is refused. */
function aNumberOfDays(text: string): true | string {
  return /^\s*\d{0,3}\s*$/.test(text) || 'Enter a whole number of days, or leave it empty';
}

function PriceListSelect({ form }: { form: UseFormReturn<StandingValues> }) {
  const { data: lists } = usePriceLists();
  // Its own value is among the choices from the beginning: one that comes later would not be chosen.
  if (!lists) return null;
  return (
    <SelectField
      label="Price list"
      options={[['', 'List prices'], ...lists.map(({ _id, name }) => [_id, name] as const)]}
      {...fieldIn(form, 'priceList')}
    />
  );
}
