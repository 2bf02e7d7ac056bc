import { useWatch } from 'react-hook-form';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { OtherLanguages } from '#web/translations/other-languages.tsx';
import type { ToolForm } from './fields.ts';

/** What a tool is called and how it is described in the shop's other languages, each beside the shop's own. */
export function TranslationsField({ form }: { form: ToolForm }) {
  const [name, description] = useWatch({ control: form.control, name: ['name', 'description'] });
  return (
    <OtherLanguages>
      {(language, called) => (
        <>
          <TextField label={`Name (${called})`} hint={name} {...fieldIn(form, `translations.${language}.name`)} />
          <TextArea
            label={`Description (${called})`}
            rows={4}
            hint={description}
            {...fieldIn(form, `translations.${language}.description`)}
          />
        </>
      )}
    </OtherLanguages>
  );
}
