import { moneySign } from '#web/shell/format.ts';
import { SettingsGroup, type SettingsForm, SettingsNumber } from './form-parts.tsx';
import { partName } from './part-names.ts';

/** What those who work here see and may do, beyond their roles. */
export function StaffGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup id="settings-staff">
      <label className="flex items-center gap-2 py-2">
        <input type="checkbox" className="checkbox" {...form.register('warehouseSeesPrices')} />
        <span>{partName('warehouseSeesPrices')}</span>
      </label>
      <p className="muted mb-3 text-sm">
        If not, orders and products have no prices for them, and documents with prices are refused.
      </p>
      <div className="max-w-md">
        <SettingsNumber
          form={form}
          name="salesRefundLimit"
          label={`${partName('salesRefundLimit')} (${moneySign()})`}
          hint="Empty: no limit. Admins can always refund."
        />
      </div>
    </SettingsGroup>
  );
}
