import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { LEGAL_PAGES, type Page, PageEdit } from '#contract/office/pages.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { useForm } from '#web/forms/use-form.ts';

export const Fields = PageEdit.omit({ version: true, translations: true }).required();
export type PageForm = UseFormReturn<z.input<typeof Fields>, unknown, z.output<typeof Fields>>;

/** What was typed and not saved, and the version that it was typed over; 0 of a page that was not there. */
const Draft = z.object({
  values: z.object({ title: z.string(), text: z.string(), place: PageEdit.shape.place, language: z.string() }),
  version: z.number(),
});
type Draft = z.infer<typeof Draft>;

export function valuesOf(slug: string, page: Page | null): Draft['values'] {
  const legal: Partial<Record<string, string>> = LEGAL_PAGES;
  if (page) return { title: page.title, text: page.text, place: page.place, language: page.language ?? '' };
  return { title: legal[slug] ?? '', text: '', place: 'footer', language: '' };
}

interface PageDraft {
  form: PageForm;
  /** The version that is typed over. */
  version: number;
  /** Begun with what was typed here before and not saved. */
  isRestored: boolean;
  /** Begins with what is kept at the shop, or goes on over a newer version. */
  begin: (page: Page | null) => void;
  goOnOver: (version: number) => void;
}

/** The form of a page. What is typed is kept in this browser until it is saved or discarded, whatever happens to the tab. */
export function usePageDraft(slug: string, page: Page | null): PageDraft {
  const key = `tradebench.page.${slug}`;
  const [kept] = useState(() => readDraft(key));
  const [version, setVersion] = useState(kept?.version ?? page?.version ?? 0);
  const [isRestored, setRestored] = useState(kept !== null);
  const form: PageForm = useForm({ resolver: contractResolver(Fields), defaultValues: valuesOf(slug, page) });
  const { isDirty } = form.formState;
  useEffect(() => {
    if (kept) form.reset(kept.values, { keepDefaultValues: true });
  }, [kept, form]);
  const values = useWatch({ control: form.control });
  useEffect(() => {
    if (isDirty) window.localStorage.setItem(key, JSON.stringify({ values, version }));
  }, [key, values, version, isDirty]);
  return {
    form,
    version,
    isRestored: isRestored && isDirty,
    begin(now) {
      window.localStorage.removeItem(key);
      form.reset(valuesOf(slug, now));
      setVersion(now?.version ?? 0);
      setRestored(false);
    },
    goOnOver: setVersion,
  };
}

function readDraft(key: string): Draft | null {
  try {
    const parsed = Draft.safeParse(JSON.parse(window.localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
