import { useRouteLoaderData } from 'react-router';
import { CITY, NAME, shortName } from '#content/brand.ts';
import { DEFAULT_ZONE } from '#contract/days.ts';
import { DEFAULT_CURRENCY } from '#contract/money.ts';
import type { ShopFront } from '#contract/office/settings.ts';
import { say } from '#web/saying/say.ts';

/** What every document carries: the shop's address without a slash at the end, and what the shop says of itself. */
export interface RootData {
  baseUrl: string;
  shop: ShopFront;
}

/** The fallback where it could not be read: a name, since whose address and telephone it would be nobody knows then. */
const FROM_CONTENT = {
  company: { name: NAME, address: '', country: '', phone: '', email: '', hours: '', vatId: '' },
  // What stands on the page that says so, and in its head; the others are shown with a shop that could be read.
  texts: { footer: '', aboutText: '' } as ShopFront['texts'],
  pictures: { share: '', works: [] as ShopFront['pictures']['works'] } as ShopFront['pictures'],
  logo: null,
  currency: DEFAULT_CURRENCY,
  timeZone: DEFAULT_ZONE,
  languages: ['en'],
  menu: [{ text: say('Products'), to: '/products' }],
  footer: [] as ShopFront['footer'],
} as ShopFront;

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
  return shop.company.address.includes(CITY) ? CITY : null;
}

/** Whether the shop still has the name that it came with, and so its pictures of itself. */
export function isAsItCame(shop: ShopFront): boolean {
  return shop.company.name === NAME;
}

/** What the shop is called where there is room for a word. */
export function brandOf({ company: { name } }: ShopFront): string {
  return shortName(name);
}
