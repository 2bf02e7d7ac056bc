/** What the company says of itself; every page takes it from here. */
export const company = {
  name: 'Tradebench Tools',
  /** As the mark in the bar says it. */
  brand: 'Tradebench',
  /** On the home page's banner. */
  headline: 'Hand tools for trade, in bulk, from the works that make them',
  tagline:
    'Forged, hardened and packed under one roof. Order by the piece from the stock that you see, at the price that you see.',
  moreAboutUs: 'Get To Know More About Us',
  email: 'sales@tradebench.example',
  phone: '+880 2 5501 0199',
  address: ['Plot 14, Tejgaon Industrial Area', 'Dhaka 1208', 'Bangladesh'],
  city: 'Dhaka',
  /** ISO 3166-1 alpha-2. */
  country: 'BD',
  /** As spec §2 fixes them. */
  hours: 'Saturday to Thursday, 10:00 am to 5:00 pm',
  statistics: [
    { value: '72', label: 'Countries' },
    { value: '500+', label: 'Deliveries' },
    { value: '200+', label: 'Clients' },
    { value: '100+', label: 'Reviews' },
  ],
} as const;

/** Why a firm buys here (spec §1). */
export const reasons = [
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
export const about = {
  title: 'Hand Tools Manufacturer',
  paragraphs: [
    'Tradebench Tools forges, machines and finishes hand tools in Dhaka and sells them by the piece, in bulk, to workshops, wholesalers and building firms in 72 countries.',
    'What leaves the works has been hardened, tempered and tested under one roof. You order from the stock that you see, at the price that you see, and pay by card when it suits you within two days.',
  ],
} as const;
