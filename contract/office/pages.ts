import { z } from 'zod';
import { Version } from '../numbers.ts';
import { bounded, text } from '../text.ts';
import { translated, translations } from '../translations.ts';

/** The most pages of a shop. */
export const MAX_PAGES = 100;
const MAX_TEXT = 50_000;

/** Pages that every shop has to have in some country: each has its place in the footer from the start, in this order. */
export const LEGAL_PAGES = { imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy', returns: 'Returns' } as const;

const SLUG = 'An address has 1 to 64 lowercase letters, digits and hyphens, such as size-charts';

/** Where a page stands, below `/pages/`. */
export const PageSlug = bounded(64, SLUG, SLUG).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG);

const PLACES = ['footer', 'menu', 'none'] as const;
const LANGUAGE = 'Enter a language such as en, de or pt-BR';

const facts = {
  title: text(1, 100, 'Title'),
  /** Where it is led to from. */
  place: z.enum(PLACES, 'place must be footer, menu or none'),
};

/** What of a page is said in other languages. */
const pageTexts = { title: text(0, 100, 'Title'), text: text(0, MAX_TEXT, 'Text') };

/** What the owner writes. Its text is Markdown, in which HTML and links to scripts are text. */
export const PageEdit = z.strictObject({
  ...facts,
  text: text(1, MAX_TEXT, 'Text'),
  language: z
    .union([z.literal(''), bounded(10, LANGUAGE).regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, LANGUAGE)], LANGUAGE)
    .optional(),
  translations: translations(pageTexts).optional(),
  /** The one that was read; left out, whatever is there is replaced. */
  version: Version.optional(),
});
export type PageEdit = z.output<typeof PageEdit>;

/** A page as it is led to. */
export const PageEntry = z.object({
  slug: z.string(),
  title: z.string(),
  place: z.enum(PLACES),
  /** Of its text; null: the shop's own. */
  language: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
});
export type PageEntry = z.infer<typeof PageEntry>;

/** A page with what it says. */
export const Page = PageEntry.extend({
  text: z.string(),
  /** The text as HTML, safe to be shown as it is. */
  html: z.string(),
  /** How it begins, as plain text of at most 200 characters. */
  description: z.string(),
  translations: translated(pageTexts).optional(),
});
export type Page = z.infer<typeof Page>;

/** A text that is to be looked at. */
export const PageText = z.strictObject({ text: text(0, MAX_TEXT, 'Text') });
