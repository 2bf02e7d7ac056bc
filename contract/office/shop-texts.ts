import { z } from 'zod';
import { text } from '../text.ts';
import { translated, translations } from '../translations.ts';

/** The most reasons and numbers on the home page. */
export const MAX_REASONS = 12;
export const MAX_STATISTICS = 8;

/** What a company can rely on, by the part of the page About that says it. */
const ASSURANCES = ['works', 'certificates', 'delivery', 'returns', 'paying'] as const;

/** Words of home, about and footer. An empty one is gone from its page. */
export const shopTexts = {
  /** In the title of home, after the name of the company. */
  homeTitle: text(0, 100, 'Title'),
  /** In the bar of every page; an empty one is no link, and its page is called as before. */
  menuProducts: text(0, 40, 'Link'),
  menuReviews: text(0, 40, 'Link'),
  menuAbout: text(0, 40, 'Link'),
  menuContact: text(0, 40, 'Link'),
  menuBlogs: text(0, 40, 'Link'),
  menuPortfolio: text(0, 40, 'Link'),
  headline: text(0, 200, 'Headline'),
  tagline: text(0, 1000, 'Tagline'),
  /** On the button below them, which leads to the page About. */
  aboutButton: text(0, 60, 'Button'),
  productsTitle: text(0, 100, 'Heading'),
  productsButton: text(0, 60, 'Button'),
  statisticsTitle: text(0, 100, 'Heading'),
  statistics: z
    .array(z.strictObject({ value: text(1, 20, 'Number'), label: text(1, 60, 'Label') }), 'Numbers must be a list')
    .max(MAX_STATISTICS, `At most ${MAX_STATISTICS} numbers`),
  reviewsTitle: text(0, 100, 'Heading'),
  reviewsButton: text(0, 60, 'Button'),
  reasonsTitle: text(0, 100, 'Heading'),
  reasons: z
    .array(z.strictObject({ title: text(1, 100, 'Title'), text: text(1, 500, 'Text') }), 'Reasons must be a list')
    .max(MAX_REASONS, `At most ${MAX_REASONS} reasons`),
  trustTitle: text(0, 100, 'Heading'),
  /** `{where}`, `{hold}` and `{how}` stand for what the settings say of delivery and payment. */
  trust: z
    .array(
      z.strictObject({
        id: z.enum(ASSURANCES, 'id must be works, certificates, delivery, returns or paying'),
        /** On the first screen. */
        short: text(0, 100, 'Short text'),
        title: text(1, 100, 'Title'),
        text: text(1, 500, 'Text'),
      }),
      'trust must be a list',
    )
    .max(ASSURANCES.length, 'Each of the five may stand once')
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Each of the five may stand once'),
  contactTitle: text(0, 100, 'Heading'),
  contactLead: text(0, 300, 'Text'),
  /** What stands above each of the contact details; one without it is not shown there. */
  contactHours: text(0, 60, 'Label'),
  contactAddress: text(0, 60, 'Label'),
  contactPhone: text(0, 60, 'Label'),
  contactEmail: text(0, 60, 'Label'),
  aboutTitle: text(0, 200, 'Title'),
  /** Paragraphs with an empty line between them. */
  aboutText: text(0, 10_000, 'Text'),
  /** Above the pictures of `pictures`. */
  worksTitle: text(0, 100, 'Heading'),
  certificatesTitle: text(0, 100, 'Heading'),
  /** In the footer, before the name of the company. */
  copyright: text(0, 200, 'Copyright'),
  /** A line of the shop's own beside it. */
  footer: text(0, 300, 'Footer'),
  footerBuying: text(0, 60, 'Heading'),
  footerCompany: text(0, 60, 'Heading'),
  footerCatalogue: text(0, 60, 'Link'),
  footerReviews: text(0, 60, 'Link'),
  footerContact: text(0, 60, 'Link'),
  footerBlogs: text(0, 60, 'Link'),
  footerPortfolio: text(0, 60, 'Link'),
  /** Above the pages of the owner's own. */
  footerPages: text(0, 60, 'Heading'),
};

const names = Object.keys(shopTexts) as (keyof typeof shopTexts)[];

/** Them with what they are in other languages. */
export const ShopTexts = z.object({ ...shopTexts, translations: translated(shopTexts) });

/** A change of them: null brings back that of content/. */
export const ShopTextsEdit = z
  .strictObject(
    // Each is its own schema, or null.
    Object.fromEntries(names.map((name) => [name, shopTexts[name].nullable()])) as {
      [N in keyof typeof shopTexts]: z.ZodNullable<(typeof shopTexts)[N]>;
    },
  )
  .extend({ translations: translations(shopTexts).nullable() })
  .partial();
