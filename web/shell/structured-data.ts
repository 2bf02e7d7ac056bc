import type { ShopFront } from '#contract/office/settings.ts';
import { addressLines, cityOf, isAsItCame } from './shop-front.ts';

/** What search engines read as data, in the terms of schema.org. */

/** The company. */
export function organization(baseUrl: string, shop: ShopFront): Record<string, unknown> {
  const { name, email, phone, country } = shop.company;
  const city = cityOf(shop);
  return {
    '@type': 'Organization',
    '@id': `${baseUrl}/#company`,
    name,
    url: baseUrl,
    logo: isAsItCame(shop)
      ? `${baseUrl}/icon-512.png`
      : shop.logo === null
        ? undefined
        : new URL(shop.logo, baseUrl).href,
    email,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: addressLines(shop)[0],
      addressLocality: city ?? undefined,
      addressCountry: country,
    },
  };
}
