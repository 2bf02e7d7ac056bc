import type { Language } from '#contract/languages.ts';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { PartsFields, registerParts } from '#web/addresses/parts-fields.tsx';
import { fieldIn } from '#web/forms/field-in.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { required } from '#web/forms/required.ts';
import { LanguageField } from '#web/forms/language-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { say } from '#web/saying/say.ts';

/** What a company says of itself, before anything is typed. */
export const EMPTY_COMPANY = {
  name: '',
  vatId: '',
  invoiceAddress: { street: '', extra: '', postalCode: '', town: '', region: '', country: '' },
  invoiceEmail: '',
  buyerReference: '',
  peppolId: '',
  language: 'en' as Language,
};

interface Props {
  form: UseFormReturn<typeof EMPTY_COMPANY>;
  /** The form's name for screen readers. */
  name: { 'aria-label': string } | { 'aria-labelledby': string };
  /** The words on its button. */
  submit: string;
  className?: string;
  onSubmit: () => Promise<void>;
}

/** What a company says of itself, to be sent. */
export function CompanyForm({ form, name, submit, className, onSubmit }: Props) {
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      noValidate
      {...name}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void onSubmit();
      }}
    >
      <CompanyFields form={form} />
      <FormProblem message={errors.root?.message} />
      {/* Disabled it would lose the focus. */}
      <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
        {submit}
      </button>
    </form>
  );
}

/** Name, number, where invoices go and what stands on them. */
function CompanyFields({ form }: Pick<Props, 'form'>) {
  const country = useWatch({ control: form.control, name: 'invoiceAddress.country' });
  return (
    <>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField
          label={say('Name of the company')}
          autoComplete="organization"
          required
          {...fieldIn(form, 'name', { validate: required(say('Name')) })}
        />
        <TextField
          label={say('VAT number')}
          hint={say('Starting with the country code')}
          autoComplete="off"
          {...fieldIn(form, 'vatId')}
        />
      </div>
      <PartsFields
        kind="billing"
        country={country}
        fields={registerParts((part, rules) => fieldIn(form, `invoiceAddress.${part}`, rules), country)}
      />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <CountrySelect
          none={say('Choose a country')}
          required
          {...fieldIn(form, 'invoiceAddress.country', { validate: required(say('Country')) })}
        />
        <TextField
          label={say('E-mail address for invoices')}
          type="email"
          autoComplete="off"
          {...fieldIn(form, 'invoiceEmail')}
        />
        <TextField
          label={say('Reference for invoices')}
          hint={say('What your accounts department needs on each one, such as a routing number')}
          autoComplete="off"
          {...fieldIn(form, 'buyerReference')}
        />
        <TextField
          label={say('Peppol address')}
          hint={say('As scheme:number, such as 9930:DE136695976')}
          autoComplete="off"
          {...fieldIn(form, 'peppolId')}
        />
        <LanguageField {...fieldIn(form, 'language')} />
      </div>
    </>
  );
}
