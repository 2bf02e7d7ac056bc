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
  cashDiscount: Record<'percent' | 'days', string>[];
}

/** Terms and prices with a company: each of the staff changes what their role may. */
export function StandingForm({ company }: { company: Company }) {
  const may = useMay();
  const form = useForm<StandingValues>({ defaultValues: agreedWith(company) });
  useFollowing(form, agreedWith(company));
  const { errors, isSubmitting } = form.formState;
  const submit = sending(form, async ({ status, priceList, termsDays, creditLimit, cashDiscount }) => {
    const body = {
      status,
      priceList: priceList === '' ? null : priceList,
      termsDays: typedLimit(termsDays) ?? null,
      creditLimit: typedLimit(creditLimit) ?? null,
      cashDiscount: cashDiscount.filter(({ percent, days }) => `${percent}${days}`.trim() !== '').map(typedDiscount),
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
        {DISCOUNTS.map(({ place, name, hint }) => (
          <div key={name} className="contents">
            <NumberField
              label={`${name} (%)`}
              hint={hint}
              {...fieldIn(form, `cashDiscount.${place}.percent`, { validate: aPercentage })}
            />
            <NumberField
              label={`${name}: days after the invoice`}
              hint="Of the invoice's total, for a bank transfer that is in time"
              whole
              {...fieldIn(form, `cashDiscount.${place}.days`, { validate: aNumberOfDays })}
            />
          </div>
        ))}
      </fieldset>
      <FormProblem message={errors.root?.message} />
      {/* Disabled it would lose the focus. */}
      <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
        Save terms and prices
      </button>
    </form>
  );
}

/** A later day takes less off. */
const DISCOUNTS = [
  { place: 0, name: 'Cash discount', hint: 'Leave empty for none' },
  { place: 1, name: 'Later cash discount', hint: 'A lower one, for more days; leave empty for none' },
] as const;

function typedDiscount({ percent, days }: StandingValues['cashDiscount'][number]) {
  // The shop says what is wrong with one of which a part is missing.
  return { percent: percent.trim(), days: days.trim() };
}

function aPercentage(text: string): true | string {
  return /^\s*(\d{1,2}([.,]\d{1,2})?)?\s*$/.test(text) || 'Enter a percentage, or leave it empty';
}

function agreedWith({ status, priceList, termsDays, creditLimit, cashDiscount }: Company): StandingValues {
  return {
    status,
    priceList: priceList ?? '',
    termsDays: termsDays === null ? '' : String(termsDays),
    creditLimit: creditLimit === null ? '' : String(creditLimit),
    cashDiscount: DISCOUNTS.map(({ place }) => ({
      percent: String(cashDiscount[place]?.percent ?? ''),
      days: String(cashDiscount[place]?.days ?? ''),
    })),
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
