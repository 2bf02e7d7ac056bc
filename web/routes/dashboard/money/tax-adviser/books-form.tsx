import type { FieldPath } from 'react-hook-form';
import { CHARTS } from '#contract/office/books.ts';
import type { Settings } from '#contract/office/settings.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useChangeSettings } from '#web/queries/office/settings.ts';
import { LeaveQuestion } from '#web/routes/dashboard/leave-question.tsx';
import { toast } from '#web/shell/toasts.ts';
import { ACCOUNTS, bodyOf, type BooksValues, resolver, valuesOf } from './books-values.ts';
import { RevenueAccounts } from './revenue-accounts.tsx';

const CHART_OPTIONS = [['', 'Not chosen'], ...CHARTS.map((chart) => [chart, chart] as const)] as const;
const NAMES = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[];

/** By which accounts the tax adviser's files are written. */
export function BooksForm({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  const form = useForm<BooksValues>({ resolver, defaultValues: valuesOf(settings.books) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const after = await change.mutateAsync({ ...settings, books: bodyOf(values) });
      form.reset(valuesOf(after.books));
      toast.success('Accounts saved');
    } catch (error) {
      showProblems(form, error);
    }
  });
  return (
    <form
      noValidate
      aria-labelledby="books"
      className="max-w-4xl"
      onSubmit={(event) => void (isSubmitting ? event.preventDefault() : submit(event))}
    >
      <LeaveQuestion changed={isDirty && !isSubmitting} />
      <h3 id="books" className="text-lg font-semibold">
        Accounts
      </h3>
      <p className="muted mt-1 max-w-prose text-sm">
        Ask your tax adviser for these numbers. What is left empty stays empty in the files, and every row is there.
      </p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField label="Chart of accounts" options={CHART_OPTIONS} {...fieldIn(form, 'chart')} />
        <NumberField
          label="Digits of an account"
          whole
          hint="Those of companies have one more."
          {...fieldIn(form, 'accountLength')}
        />
        <NumberField label="Consultant number" whole {...fieldIn(form, 'consultant')} />
        <NumberField label="Client number" whole {...fieldIn(form, 'client')} />
        <TextField
          label="First day of the fiscal year"
          hint="Month and day, such as 01-01"
          {...fieldIn(form, 'yearStart')}
        />
        <TextField
          label="Books closed up to"
          type="date"
          hint="Nothing can be dated on or before this day. Empty it to open the books again."
          {...fieldIn(form, 'closedUntil')}
        />
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-3">
        {NAMES.map((name) => (
          <NumberField key={name} label={ACCOUNTS[name]} whole {...fieldIn(form, `accounts.${name}`)} />
        ))}
      </div>
      <RevenueAccounts form={form} />
      <FormProblem message={errors.root?.message} className="mt-3" />
      {/* Disabled it would lose the focus. */}
      <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
        Save accounts
      </button>
    </form>
  );
}

/** A refusal at the fields that it is about. */
function showProblems(form: ReturnType<typeof useForm<BooksValues>>, error: unknown): void {
  const ours = error instanceof ApiError ? error.issues.filter(({ path }) => path.startsWith('books.')) : [];
  for (const { path, message } of ours)
    // The contract's paths are the form's names.
    form.setError(path.slice('books.'.length) as FieldPath<BooksValues>, { type: 'server', message });
  if (ours.length > 0) return;
  const message = error instanceof Error ? error.message : 'The accounts could not be saved. Please try again.';
  form.setError('root', { type: 'server', message });
}
