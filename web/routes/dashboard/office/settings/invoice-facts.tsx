import { missingShopFacts } from '#contract/office/e-invoice-facts.ts';
import { useWatch } from 'react-hook-form';
import { counted } from '#web/shell/format.ts';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { errorAt, type SettingsForm, SettingsText } from './form-parts.tsx';
import { partName } from './part-names.ts';

const PARTS = [
  { name: 'street', label: 'Street and number' },
  { name: 'extra', label: 'Address line 2' },
  { name: 'postalCode', label: 'Postal code' },
  { name: 'town', label: 'Town' },
  { name: 'region', label: 'State or region' },
] as const;

const CONTACT = [
  { name: 'name', label: 'Contact name' },
  { name: 'phone', label: 'Contact phone' },
  { name: 'email', label: 'Contact e-mail' },
] as const;

/** What e-invoices ask of the shop beside what every page says. */
export function InvoiceFacts({ form }: { form: SettingsForm }) {
  const country = 'company.invoiceAddress.country' as const;
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-5 pt-1 sm:col-span-2 sm:grid-cols-2">
      <legend className="pt-6 pb-1 font-medium">For e-invoices</legend>
      <p className="muted text-sm sm:col-span-2">
        E-invoices need a structured address, and authorities want to know whom to contact. Without an address,
        e-invoices cannot be created.
      </p>
      <Missing form={form} />
      {PARTS.map(({ name, label }) => (
        <SettingsText key={name} form={form} name={`company.invoiceAddress.${name}`} label={label} />
      ))}
      <CountrySelect
        label="Country of the structured address"
        none="Choose a country"
        error={errorAt(form, country)}
        {...form.register(country)}
      />
      {CONTACT.map(({ name, label }) => (
        <SettingsText key={name} form={form} name={`company.contact.${name}`} label={label} />
      ))}
      <SettingsText form={form} name="company.registration" label={partName('company.registration')} />
      <SettingsText
        form={form}
        name="company.peppolId"
        label={partName('company.peppolId')}
        placeholder="9930:DE136695976"
        hint="Scheme and number, with a colon between them."
      />
    </fieldset>
  );
}

/** Which facts of the shop some format of e-invoices asks for and nobody has given. */
function Missing({ form }: { form: SettingsForm }) {
  const missing = missingShopFacts(useWatch({ control: form.control, name: 'company' }));
  const be = missing.length === 1 ? 'is' : 'are';
  return (
    <p role="status" className="text-sm sm:col-span-2">
      {missing.length === 0
        ? 'All details for e-invoices are complete.'
        : `${counted(missing.length, 'detail')} ${be} missing for e-invoices: ${missing.join(', ')}.`}
    </p>
  );
}
