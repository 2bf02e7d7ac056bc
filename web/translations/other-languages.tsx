import type { ReactNode } from 'react';
import { type Language, LANGUAGE_NAMES } from '#contract/languages.ts';
import { useShop } from '#web/shell/shop-front.ts';

/** A part of a form for each further language of the shop; nothing where it has one. */
export function OtherLanguages({ children }: { children: (language: Language, called: string) => ReactNode }) {
  const [, ...others] = useShop().languages;
  return others.map((language) => (
    <fieldset key={language} lang={language} className="border-base-300 mt-2 border-t pt-3">
      <legend className="font-medium">{LANGUAGE_NAMES[language]}</legend>
      {children(language, LANGUAGE_NAMES[language])}
    </fieldset>
  ));
}
