import { CITY, NAME } from './brand.ts';

/** What the company says of itself; every page takes it from here. */
export const company = {
  name: NAME,
  email: 'sales@tradebench.example',
  phone: '+880 2 5501 0199',
  address: ['Plot 14, Tejgaon Industrial Area', 'Dhaka 1208', 'Bangladesh'],
  city: CITY,
  /** ISO 3166-1 alpha-2. */
  country: 'BD',
  /** As spec §2 fixes them. */
  hours: 'Saturday to Thursday, 10:00 am to 5:00 pm',
} as const;

/** The same as the shop's settings say it, as long as its owner has set nothing else. */
export const ownCompany = {
  name: company.name,
  address: company.address.join('\n'),
  country: company.country,
  phone: company.phone,
  email: company.email,
  hours: company.hours,
  vatId: '',
};
