import { z } from 'zod';
import { text } from '../text.ts';
import { translated, translations } from '../translations.ts';

const categoryTexts = { name: text(0, 80, 'Name') };

/** A category and how many tools are for sale in it. */
export const Category = z.object({
  name: z.string(),
  tools: z.number(),
  translations: translated(categoryTexts).optional(),
});
export type Category = z.infer<typeof Category>;

/** What a category is called in other languages. */
export const CategoryEdit = z.strictObject({
  name: text(1, 80, 'Category'),
  translations: translations(categoryTexts),
});
export type CategoryEdit = z.output<typeof CategoryEdit>;
