import { useRouteLoaderData } from 'react-router';
import { company, ownCompany, shortName } from '#content/company.ts';
import { DEFAULT_ZONE } from '#contract/days.ts';
import { DEFAULT_CURRENCY } from '#contract/money.ts';
import type { ShopFront } from '#contract/office/settings.ts';

/** What every document carries: the shop's address without a slash at the end, and what the shop says of itself. */
export interface RootData {
  baseUrl: string;
  shop: ShopFront;
}

/** The fallback where it could not be read: what every page says. The texts of single pages would not be shown then. */
const FROM_CONTENT: ShopFront = {
  company: ownCompany,
  // What stands on the page that says so; the others are shown with a shop that could be read.
  texts: { copyright: '', footer: '', tagline: '', aboutText: '' } as ShopFront['texts'],
  pictures: { banner: [], about: '', share: '', works: [], certificates: [] },
  sections: { portfolio: true, blogs: true, statistics: true, reviews: true, trust: true },
  logo: null,
  countries: ['*'],
  holdHours: null,
  transfer: false,
  currency: DEFAULT_CURRENCY,
  timeZone: DEFAULT_ZONE,
  productPages: 'members',
  languages: ['en'],
  menu: [{ text: 'Products', to: '/products' }],
  footer: [],
  terms: false,
  hasTax: false,
};

/** What the shop says of itself, as its owner has set it. */
export function useShop(): ShopFront {
  return rootDataOf(useRouteLoaderData('root')).shop;
}

/** What the root's loader found, for a page's head; what every page says where it found nothing. */
export function rootDataOf(found: unknown): RootData {
  const isRoot = typeof found === 'object' && found !== null && 'shop' in found;
  // The root's loader alone makes it.
  return isRoot ? (found as RootData) : { baseUrl: 'http://localhost:3000', shop: FROM_CONTENT };
}

/** The same from the matches that a page's `meta` is given. */
export function shopIn({ matches }: { matches: readonly ({ loaderData?: unknown } | undefined)[] }): ShopFront {
  return rootDataOf(matches[0]?.loaderData).shop;
}

/** The address line by line. */
export function addressLines({ company: { address } }: ShopFront): string[] {
  return address.split('\n');
}

/** The city of content/, as long as the company is there; null where the owner has set another address. */
export function cityOf(shop: ShopFront): string | null {
  return shop.company.address.includes(company.city) ? company.city : null;
}

/** Whether the shop still has the name that it came with, and so its pictures of itself. */
export function isAsItCame(shop: ShopFront): boolean {
  return shop.company.name === company.name;
}

/** What the shop is called where there is room for a word. */
export function brandOf({ company: { name } }: ShopFront): string {
  return shortName(name);
}
