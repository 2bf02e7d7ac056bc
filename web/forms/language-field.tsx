import type { ComponentProps } from 'react';
import { LANGUAGE_NAMES } from '#contract/languages.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { say } from '#web/saying/say.ts';
import { SelectField } from './select-field.tsx';

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

/** In which language letters and papers come; nothing where the shop has only one. */
export function LanguageField(field: Props) {
  const { languages } = useShop();
  if (languages.length < 2) return null;
  return (
    <SelectField
      label={say('Language of documents and e-mails')}
      options={languages.map((language) => [language, LANGUAGE_NAMES[language]] as const)}
      hint={say('Orders placed before keep theirs')}
      {...field}
    />
  );
}
