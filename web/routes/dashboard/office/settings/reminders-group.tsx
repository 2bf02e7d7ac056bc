import { useFieldArray } from 'react-hook-form';
import { MAX_REMINDERS } from '#contract/office/settings.ts';
import { errorAt, ListProblem, RemoveRow, SettingsGroup, type SettingsForm, SettingsNumber } from './form-parts.tsx';

/** When companies are reminded of what they owe, and what each reminder costs them. */
export function RemindersGroup({ form }: { form: SettingsForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'reminders' });
  return (
    <SettingsGroup
      id="settings-reminders"
      lead="Sent on working days, so many days after an invoice was due, with or without a fee. Without any, nobody is reminded."
    >
      {fields.map(({ id }, index) => (
        <div key={id} className="grid max-w-xl items-start gap-x-3 sm:grid-cols-[1fr_1fr_auto]">
          <SettingsNumber
            form={form}
            name={`reminders.${index}.afterDays`}
            label={`Days overdue, reminder ${index + 1}`}
            inputMode="numeric"
          />
          <SettingsNumber form={form} name={`reminders.${index}.fee`} label={`Fee, reminder ${index + 1}`} />
          <RemoveRow label={`Remove reminder ${index + 1}`} className="sm:mt-8" onClick={() => remove(index)} />
        </div>
      ))}
      <ListProblem error={errorAt(form, 'reminders')} />
      <div className="max-w-md">
        <SettingsNumber form={form} name="lateInterest" label="Interest on what is overdue, percent a year" />
      </div>
      {fields.length < MAX_REMINDERS && (
        <button type="button" className="btn btn-sm mt-2" onClick={() => append({ afterDays: '', fee: '0' })}>
          Add a reminder
        </button>
      )}
    </SettingsGroup>
  );
}
