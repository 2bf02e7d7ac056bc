import { type Language, LANGUAGE_NAMES, LANGUAGES } from '#contract/languages.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { errorAt, ListProblem, SettingsGroup, type SettingsForm } from './form-parts.tsx';

const OPTIONS = LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const);

/** In which languages customers get their letters and papers: the shop's own, and those that they may choose. */
export function LanguagesGroup({ form }: { form: SettingsForm }) {
  const [own = 'en', ...others] = form.watch('languages');
  const choose = (first: Language, rest: readonly Language[]) =>
    form.setValue('languages', [first, ...rest.filter((each) => each !== first)], { shouldDirty: true });
  return (
    <SettingsGroup
      id="settings-languages"
      lead="E-mails, invoices, credit notes, delivery notes, quotes and statements are in the customer's language; screens are in English."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField
          label="The shop's own language"
          options={OPTIONS}
          hint="For customers who chose no other."
          value={own}
          onChange={({ target }) => choose(LANGUAGES.find((each) => each === target.value) ?? 'en', [own, ...others])}
        />
        <fieldset>
          <legend className="text-sm font-medium">Customers may also choose</legend>
          {LANGUAGES.filter((language) => language !== own).map((language) => (
            <label key={language} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={others.includes(language)}
                onChange={({ target }) =>
                  choose(own, target.checked ? [...others, language] : others.filter((each) => each !== language))
                }
              />
              <span lang={language}>{LANGUAGE_NAMES[language]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <ListProblem error={errorAt(form, 'languages')} />
    </SettingsGroup>
  );
}
