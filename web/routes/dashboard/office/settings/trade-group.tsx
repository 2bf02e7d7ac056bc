import { CURRENCIES } from '#contract/currencies.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { errorAt, SettingsGroup, type SettingsForm, SettingsNumber, SettingsText } from './form-parts.tsx';
import { partName } from './settings-values.ts';

const CURRENCY_OPTIONS = CURRENCIES.map((code) => [code, code] as const);

const CHOICES = [
  {
    name: 'productPages',
    options: [
      ['members', 'Who is signed in'],
      ['everyone', 'Everybody'],
    ],
    hint: 'Prices and stock stand on cards either way; ordering asks to sign in.',
  },
  {
    name: 'companies.opening',
    options: [
      ['on-request', 'Staff agree first'],
      ['open', 'At once'],
    ],
    hint: 'Until staff agree, its people buy as before.',
  },
  {
    name: 'vatNumbers',
    options: [
      ['form', 'Those whose form and check digits are right'],
      ['proved', 'Those that the register says stand'],
    ],
    hint: 'A number that does not count is taxed as if none were given.',
  },
] as const;

/** In what money and time the shop trades, and with whom. */
export function TradeGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup id="settings-trade" title="Money, time and firms">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField
          label={partName('currency')}
          options={CURRENCY_OPTIONS}
          error={errorAt(form, 'currency')}
          hint="Of every price and paper. It can be changed only while there is no order, quote or price list."
          {...form.register('currency')}
        />
        <SettingsText
          form={form}
          name="timeZone"
          label={partName('timeZone')}
          list="settings-time-zones"
          hint="Where days, months and years of papers and figures begin, such as Europe/Berlin."
        />
        <datalist id="settings-time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </datalist>
        {CHOICES.map(({ name, options, hint }) => (
          <SelectField
            key={name}
            label={partName(name.split('.')[0]!)}
            options={options}
            error={errorAt(form, name)}
            hint={hint}
            {...form.register(name)}
          />
        ))}
        <SettingsNumber
          form={form}
          name="transferHoldDays"
          label={partName('transferHoldDays')}
          inputMode="numeric"
          hint="How long an order holds its stock once its buyer chose bank transfer."
        />
        <SettingsNumber
          form={form}
          name="overdueDays"
          label={partName('overdueDays')}
          inputMode="numeric"
          hint="Whoever owes longer pays first or prepays."
        />
      </div>
    </SettingsGroup>
  );
}
