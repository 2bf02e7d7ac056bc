import { useWatch } from 'react-hook-form';
import { PictureField } from '#web/tool-form/picture-field.tsx';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { errorAt, SettingsGroup, SettingsLines, type SettingsForm, SettingsText } from './form-parts.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { partName } from './part-names.ts';
import { OWN_COMPANY, type WordsField } from './settings-values.ts';

const LINES: { name: Exclude<WordsField, 'address'>; hint?: string }[] = [
  { name: 'name' },
  { name: 'phone' },
  { name: 'email' },
  { name: 'hours' },
  { name: 'vatId', hint: 'Shown on invoices. Which tax a sale bears depends on the country of the company.' },
];

const ACCOUNT = [
  { name: 'holder', label: 'Account holder' },
  { name: 'account', label: 'IBAN or account number' },
  { name: 'bic', label: 'BIC' },
  { name: 'bank', label: 'Bank' },
] as const;

/** Who the shop is: on every page, in letters and on papers. */
export function CompanyGroup({ form, onSending }: { form: SettingsForm; onSending: (sending: boolean) => void }) {
  const logo = useWatch({ control: form.control, name: 'logo' });
  return (
    <SettingsGroup
      id="settings-company"
      lead="Shown on every page, in e-mails and on invoices. A field left empty uses the text shown in grey."
    >
      <div className="grid gap-x-5 sm:grid-cols-2">
        {LINES.map(({ name, hint }) => (
          <SettingsText
            key={name}
            form={form}
            name={`company.${name}`}
            label={partName(`company.${name}`)}
            placeholder={OWN_COMPANY[name]}
            hint={hint}
          />
        ))}
        <CountrySelect label={partName('company.country')} {...form.register('company.country')} />
        <SettingsLines
          form={form}
          name="company.address"
          label={partName('company.address')}
          rows={3}
          placeholder={OWN_COMPANY.address}
        />
        <fieldset className="grid gap-x-5 pt-1 sm:col-span-2 sm:grid-cols-2">
          <legend className="pt-6 pb-1 font-medium">{partName('company.bankAccount')}</legend>
          <p className="muted text-sm sm:col-span-2">
            The account for bank transfers. Buyers see it when they pay, on the pro forma invoice and in e-mails. Leave
            all of it empty to offer no bank transfer.
          </p>
          {ACCOUNT.map(({ name, label }) => (
            <SettingsText key={name} form={form} name={`company.bankAccount.${name}`} label={label} />
          ))}
        </fieldset>
        <InvoiceFacts form={form} />
        <div className="sm:col-span-2">
          <PictureField
            label="Address of the logo"
            alt="Preview of the logo"
            field={{ ...form.register('logo'), error: errorAt(form, 'logo') }}
            image={logo}
            onUploaded={(address) => form.setValue('logo', address, { shouldDirty: true })}
            onSending={onSending}
          />
          <p className="muted text-sm">
            Shown at the top of every page and invoice. Invoices print only a logo that was uploaded here.
          </p>
        </div>
      </div>
    </SettingsGroup>
  );
}
