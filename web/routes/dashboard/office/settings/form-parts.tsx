import type { ComponentProps, ReactNode } from 'react';
import type { FieldError, FieldPath, UseFormReturn } from 'react-hook-form';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import type { SettingsValues } from './settings-values.ts';

export type SettingsForm = UseFormReturn<SettingsValues>;
type Name = FieldPath<SettingsValues>;

/** What is wrong at a field or with a list, however deep it stands. */
export function errorAt(form: SettingsForm, name: Name): FieldError | undefined {
  // The library types what is wrong by the field's place; the resolver makes all of it alike.
  return form.getFieldState(name, form.formState).error as FieldError | undefined;
}

interface TextProps extends Omit<ComponentProps<'input'>, 'form' | 'name'> {
  form: SettingsForm;
  name: Name;
  label: string;
  hint?: ReactNode;
}

/** A line of the settings. */
export function SettingsText({ form, name, ...field }: TextProps) {
  return <TextField {...field} {...form.register(name)} error={errorAt(form, name)} />;
}

/** A number of the settings, in figures of one width. */
export function SettingsNumber(props: TextProps) {
  return <SettingsText inputMode="decimal" className="text-right tabular-nums" {...props} />;
}

/** Several lines of the settings. */
export function SettingsLines({
  form,
  name,
  ...field
}: Omit<ComponentProps<'textarea'>, 'form' | 'name'> & Pick<TextProps, 'form' | 'name' | 'label' | 'hint'>) {
  return (
    <TextArea
      {...field}
      {...form.register(name)}
      error={errorAt(form, name)}
      // A browser brings one that is partly in sight no further.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
    />
  );
}

/** The subjects of the settings as they follow each other, by the ids of their headings. */
export const SETTINGS_GROUPS = {
  'settings-company': 'Company',
  'settings-texts': 'Texts and sections',
  'settings-pictures': 'Pictures',
  'settings-delivery': 'Delivery',
  'settings-tax': 'Tax',
  'settings-hold': 'Unpaid orders',
  'settings-trade': 'Money, time and companies',
  'settings-languages': 'Languages',
  'settings-papers': 'Documents',
  'settings-letters': 'E-mails to customers',
  'settings-staff': 'Staff',
  'settings-reminders': 'Reminders',
  'settings-working-days': 'Working days and holidays',
} as const;

/** One subject of the settings under its heading. */
export function SettingsGroup({
  id,
  lead,
  children,
}: {
  id: keyof typeof SETTINGS_GROUPS;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-base-300 border-t pt-5 pb-8">
      <h3 id={id} className="text-lg font-semibold">
        {SETTINGS_GROUPS[id]}
      </h3>
      {lead && <div className="muted mt-1 max-w-prose text-sm">{lead}</div>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** Takes a row out of a list. */
export function RemoveRow({ label, className, onClick }: { label: string; className: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-square text-lg ${className}`}
      aria-label={label}
      onClick={onClick}
    >
      ×
    </button>
  );
}

/** What is wrong with a list as a whole. */
export function ListProblem({ error }: { error: FieldError | undefined }) {
  return <FormProblem message={error?.root?.message ?? error?.message} className="mt-2" />;
}
