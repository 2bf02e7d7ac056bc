import { about, company, reasons } from './company.ts';

/** What the shop says of itself as long as its owner has set nothing else. */
export const ownWords = {
  company: {
    name: company.name,
    address: company.address.join('\n'),
    country: company.country,
    phone: company.phone,
    email: company.email,
    hours: company.hours,
    vatId: '',
  },
  texts: {
    headline: company.headline,
    tagline: company.tagline,
    reasons: reasons.map(({ title, text }) => ({ title, text })),
    aboutTitle: about.title,
    aboutText: about.paragraphs.join('\n\n'),
    footer: '',
  },
};
