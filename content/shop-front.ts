import { NAME } from './brand.ts';
import { ownCompany } from './company.ts';
import { moreAboutUs, statistics } from './home.ts';
import { picturePath } from './picture-path.ts';
import { menuTexts } from './site-links.ts';
import { assurances } from './trust.ts';

/** Why a company buys here (spec §1). */
const reasons = [
  {
    title: 'Flexible, professional terms',
    text: 'Flexible and professional terms of business, from the first sample carton to the yearly call-off.',
  },
  { title: 'Transparency', text: 'Transparency in all dealings: the price per piece and the stock are what you see.' },
  { title: 'Price and punctuality', text: 'Competitive pricing and deliveries on time.' },
  { title: 'Modern works', text: 'Modern technique and standards in forging, heat treatment and finishing.' },
  {
    title: 'Made to your drawing',
    text: 'Components and products made to customer specification, with your mark on them if you wish.',
  },
  { title: 'Packed to travel', text: 'Packaging that conforms to international standards.' },
] as const;

/** The block 'Hand Tools Manufacturer' (spec §1). */
const about = {
  title: 'Hand Tools Manufacturer',
  paragraphs: [
    'Tradebench Tools forges, machines and finishes hand tools in Dhaka and sells them by the piece, in bulk, to workshops, wholesalers and building firms in 72 countries.',
    'What leaves the works has been hardened, tempered and tested under one roof. You order from the stock that you see, at the price that you see, and pay by card when it suits you within two days.',
  ],
} as const;

/** The same of a maker of whom nothing is known but that he sells here. */
const aboutAnyMaker = [
  'We make hand tools and sell them by the piece, in bulk, to workshops, wholesalers and building firms.',
  'You order from the stock that you see, at the price that you see.',
] as const;

/** What the shop says of itself as long as its owner has set nothing else. */
export const ownWords = {
  company: ownCompany,
  texts: {
    homeTitle: 'hand tools in bulk',
    ...menuTexts,
    headline: 'Hand tools for trade, in bulk, from the works that make them',
    tagline:
      'Forged, hardened and packed under one roof. Order by the piece from the stock that you see, at the price that you see.',
    aboutButton: moreAboutUs as string,
    productsTitle: 'Products',
    productsButton: 'Show All Tools',
    statisticsTitle: 'Businesses trust',
    statistics: statistics.map(({ value, label }): { value: string; label: string } => ({ value, label })),
    reviewsTitle: 'Reviews',
    reviewsButton: 'View All Reviews',
    reasonsTitle: 'Why businesses buy from us',
    reasons: reasons.map(({ title, text }): { title: string; text: string } => ({ title, text })),
    trustTitle: 'What you can rely on',
    trust: assurances,
    contactTitle: 'Contact Us',
    contactLead: 'Feel free to visit us.',
    contactHours: 'Business hours',
    contactAddress: 'Address',
    contactPhone: 'Telephone',
    contactEmail: 'E-mail',
    aboutTitle: about.title as string,
    aboutText: about.paragraphs.join('\n\n'),
    worksTitle: 'Our works',
    certificatesTitle: 'Certificates',
    copyright: 'Copyright 2022 - All right reserved by',
    footer: '',
    footerBuying: 'Buying',
    footerCompany: 'The company',
    footerCatalogue: 'The whole catalogue',
    footerReviews: 'What customers say',
    footerContact: 'Where to find us',
    footerBlogs: 'Five answers for developers',
    footerPortfolio: 'Who made this shop',
    footerPages: 'Good to know',
  },
  pictures: {
    banner: (['ham-cl-16h', 'spa-co-19', 'saw-ha-550', 'cla-g-150', 'scr-sl-55', 'axe-ha-06'] as const).map(
      picturePath,
    ),
    about: picturePath('set-en-02'),
    share: '',
    works: [],
    certificates: [],
  },
};

/** The same of the shop of another company, which is not told of as the one that the shop comes with. */
export function ownTexts(companyName: string): typeof ownWords.texts {
  return companyName === NAME ? ownWords.texts : { ...ownWords.texts, aboutText: aboutAnyMaker.join('\n\n') };
}
