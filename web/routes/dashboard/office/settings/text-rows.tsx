import type { ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { MAX_REASONS, MAX_STATISTICS } from '#contract/office/shop-texts.ts';
import { errorAt, ListProblem, RemoveRow, SettingsLines, type SettingsForm, SettingsText } from './form-parts.tsx';
import { OWN_TEXTS } from './settings-values.ts';

/** Reasons to buy here. */
export function ReasonRows({ form }: { form: SettingsForm }) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'texts.reasons' });
  return (
    <Rows
      form={form}
      name="reasons"
      one="reason"
      isFull={fields.length >= MAX_REASONS}
      onAdd={() => append({ title: '', text: '' })}
      onOriginal={() => replace(OWN_TEXTS.reasons)}
    >
      {fields.map(({ id }, index) => (
        <div key={id} className="grid items-start gap-x-3 sm:grid-cols-[2fr_3fr_auto]">
          <SettingsText form={form} name={`texts.reasons.${index}.title`} label={`Reason ${index + 1}`} />
          <SettingsLines form={form} name={`texts.reasons.${index}.text`} label="Its text" rows={2} />
          <RemoveRow label={`Remove reason ${index + 1}`} className="sm:mt-8" onClick={() => remove(index)} />
        </div>
      ))}
    </Rows>
  );
}

/** The numbers of the home page. */
export function StatisticRows({ form }: { form: SettingsForm }) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'texts.statistics' });
  return (
    <Rows
      form={form}
      name="statistics"
      one="number"
      isFull={fields.length >= MAX_STATISTICS}
      onAdd={() => append({ value: '', label: '' })}
      onOriginal={() => replace(OWN_TEXTS.statistics)}
    >
      {fields.map(({ id }, index) => (
        <div key={id} className="grid items-start gap-x-3 sm:grid-cols-[1fr_2fr_auto]">
          <SettingsText form={form} name={`texts.statistics.${index}.value`} label={`Number ${index + 1}`} />
          <SettingsText form={form} name={`texts.statistics.${index}.label`} label="What it counts" />
          <RemoveRow label={`Remove number ${index + 1}`} className="sm:mt-8" onClick={() => remove(index)} />
        </div>
      ))}
    </Rows>
  );
}

/** What buyers can rely on. */
export function TrustRows({ form }: { form: SettingsForm }) {
  const { fields, remove, replace } = useFieldArray({ control: form.control, name: 'texts.trust', keyName: 'key' });
  return (
    <Rows form={form} name="trust" one="point" isFull onOriginal={() => replace(OWN_TEXTS.trust)}>
      <p className="muted text-sm">
        {'{where}, {hold} and {how} stand for where you deliver, how long an order is held and how it is paid.'}
      </p>
      {fields.map(({ key }, index) => (
        <div key={key} className="grid items-start gap-x-3 sm:grid-cols-[2fr_3fr_auto]">
          <div>
            <SettingsText form={form} name={`texts.trust.${index}.title`} label={`Point ${index + 1}`} />
            <SettingsText form={form} name={`texts.trust.${index}.short`} label="In the first screen" />
          </div>
          <SettingsLines form={form} name={`texts.trust.${index}.text`} label="Its text" rows={5} />
          <RemoveRow label={`Remove point ${index + 1}`} className="sm:mt-8" onClick={() => remove(index)} />
        </div>
      ))}
    </Rows>
  );
}

interface RowsProps {
  form: SettingsForm;
  name: 'reasons' | 'statistics' | 'trust';
  one: string;
  isFull: boolean;
  onAdd?: () => void;
  onOriginal: () => void;
  children: ReactNode;
}

function Rows({ form, name, one, isFull, onAdd, onOriginal, children }: RowsProps) {
  const isOwn = JSON.stringify(form.watch(`texts.${name}`)) === JSON.stringify(OWN_TEXTS[name]);
  return (
    <>
      {children}
      <ListProblem error={errorAt(form, `texts.${name}`)} />
      <div className="mt-2 flex flex-wrap gap-2">
        {onAdd && (
          <button type="button" className="btn btn-sm" disabled={isFull} onClick={onAdd}>
            Add a {one}
          </button>
        )}
        {!isOwn && (
          <button type="button" className="btn btn-sm" onClick={onOriginal}>
            Use the original {one}s
          </button>
        )}
      </div>
    </>
  );
}
