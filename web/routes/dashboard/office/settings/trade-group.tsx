import { CURRENCIES } from '#contract/currencies.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { errorAt, SettingsGroup, type SettingsForm, SettingsNumber, SettingsText } from './form-parts.tsx';
import { partName } from './part-names.ts';

const CURRENCY_OPTIONS = CURRENCIES.map((code) => [code, code] as const);

const CHOICES = [
  {
    name: 'productPages',
    options: [
      ['members', 'Signed-in users'],
      ['everyone', 'Everyone'],
    ],
    hint: 'Prices and stock are shown on cards either way; ordering requires signing in.',
  },
  {
    name: 'companies.opening',
    options: [
      ['on-request', 'Staff approve first'],
      ['open', 'Immediately'],
    ],
    hint: 'Until staff approve, its people buy as before.',
  },
  {
    name: 'invoicing',
    options: [
      ['order', 'One, when the order is placed'],
      ['delivery', 'One with each shipment'],
    ],
    hint: 'With each shipment, the first invoice carries the delivery cost, each is due from its own day, and what is not shipped yet counts against the credit limit. Prepaid orders and orders already placed stay as they are.',
  },
  {
    name: 'vatNumbers',
    options: [
      ['form', 'Numbers with a valid form and check digits'],
      ['proved', 'Numbers confirmed by the register'],
    ],
    hint: 'With a number that does not count, tax is charged as if there were none.',
  },
] as const;

/** In what money and time the shop trades, and with whom. */
export function TradeGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup id="settings-trade">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField
          label={partName('currency')}
          options={CURRENCY_OPTIONS}
          error={errorAt(form, 'currency')}
          hint="The currency of every price and invoice. It can only be changed while there are no orders, quotes or price lists."
          {...form.register('currency')}
        />
        <SettingsText
          form={form}
          name="timeZone"
          label={partName('timeZone')}
          list="settings-time-zones"
          hint="Decides when days, months and years begin on invoices and in figures, such as Europe/Berlin."
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
          hint="How long an order holds its stock once its buyer has chosen bank transfer."
        />
        <SettingsNumber
          form={form}
          name="overdueDays"
          label={partName('overdueDays')}
          inputMode="numeric"
          hint="Companies that are overdue for longer pay first or prepay."
        />
        <SettingsNumber
          form={form}
          name="returnDays"
          label={partName('returnDays')}
          inputMode="numeric"
          hint="Counted from the shipment. Damaged, wrong and missing pieces can be reported later, too."
        />
        <SettingsNumber
          form={form}
          name="minimumOrder.goods"
          label="Minimum order, goods without tax"
          inputMode="decimal"
          hint="Leave empty for none. It does not apply to accepted quotes."
        />
        <SettingsNumber
          form={form}
          name="minimumOrder.surcharge"
          label="Surcharge below the minimum"
          inputMode="decimal"
          hint="Taxed like delivery. Leave empty to refuse smaller orders."
        />
      </div>
      <label className="flex items-center gap-2 py-2">
        <input type="checkbox" className="checkbox" {...form.register('feeds.bmecat')} />
        <span>{partName('feeds')}</span>
      </label>
      <p className="muted mb-3 text-sm">
        At your list prices, for the purchasing systems of anybody who asks. Companies read it at their own prices with
        an API key, whether this is on or off.
      </p>
    </SettingsGroup>
  );
}
