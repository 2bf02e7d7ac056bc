import { useFieldArray } from 'react-hook-form';
import { MAX_REASONS } from '#contract/office/settings.ts';
import { errorAt, ListProblem, SettingsGroup, SettingsLines, type SettingsForm, SettingsText } from './form-parts.tsx';
import { OWN_TEXTS, partName, type TextsField } from './settings-values.ts';

const TEXTS: { name: TextsField; rows?: number; hint?: string }[] = [
  { name: 'headline' },
  { name: 'tagline', rows: 3 },
  { name: 'aboutTitle' },
  { name: 'aboutText', rows: 8, hint: 'An empty line begins a new paragraph.' },
  { name: 'footer', hint: 'Next to the copyright on every page.' },
];

/** What the pages say. */
export function TextsGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup
      id="settings-texts"
      title="Texts"
      lead="Home page, About page and footer. A text left empty uses the one shown in grey."
    >
      {TEXTS.map(({ name, rows, hint }) => {
        const field = {
          form,
          name: `texts.${name}` as const,
          label: partName(`texts.${name}`),
          placeholder: OWN_TEXTS[name],
          hint,
        };
        return rows ? <SettingsLines key={name} rows={rows} {...field} /> : <SettingsText key={name} {...field} />;
      })}
      <Reasons form={form} />
    </SettingsGroup>
  );
}

function Reasons({ form }: { form: SettingsForm }) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'texts.reasons' });
  return (
    <fieldset className="mt-4">
      <legend className="font-medium">{partName('texts.reasons')}</legend>
      {fields.length === 0 && (
        <p className="muted mt-1 text-sm">
          Not set: the home page shows {OWN_TEXTS.reasons.map(({ title }) => title).join(', ')}.
        </p>
      )}
      {fields.map(({ id }, index) => (
        <div
          key={id}
          className="border-base-300 mt-3 grid items-start gap-x-4 border-l-2 pl-4 sm:grid-cols-[2fr_3fr_auto]"
        >
          <SettingsText form={form} name={`texts.reasons.${index}.title`} label={`Reason ${index + 1}`} />
          <SettingsLines form={form} name={`texts.reasons.${index}.text`} label={`Its text`} rows={2} />
          <button
            type="button"
            className="btn btn-ghost sm:mt-8"
            aria-label={`Remove reason ${index + 1}`}
            onClick={() => remove(index)}
          >
            Remove
          </button>
        </div>
      ))}
      <ListProblem error={errorAt(form, 'texts.reasons')} />
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-sm"
          disabled={fields.length >= MAX_REASONS}
          onClick={() => append({ title: '', text: '' })}
        >
          Add a reason
        </button>
        {fields.length === 0 && (
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => replace(OWN_TEXTS.reasons.map((reason) => ({ ...reason })))}
          >
            Start with these {OWN_TEXTS.reasons.length}
          </button>
        )}
      </div>
    </fieldset>
  );
}
