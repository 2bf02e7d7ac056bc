import type { Review } from '#contract/reviews.ts';
import type { ShopFront } from '#contract/settings.ts';
import type { Tool } from '#contract/tools.ts';
import { addressLines, cityOf } from './shop-front.ts';

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
    logo: `${baseUrl}/icon-512.png`,
    email,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: addressLines(shop)[0],
      ...(city === null ? {} : { addressLocality: city }),
      addressCountry: country,
    },
  };
}

/** A tool, what it costs and where it stands in the shop. */
export function productData(tool: Tool, baseUrl: string, shop: ShopFront): Record<string, unknown> {
  const url = `${baseUrl}/products/${tool._id}`;
  const inStock = tool.availableQuantity >= tool.minOrderQuantity;
  return {
    '@graph': [
      {
        '@type': 'Product',
        name: tool.name,
        description: tool.description,
        image: new URL(tool.image, baseUrl).href,
        ...(tool.sku === undefined ? {} : { sku: tool.sku }),
        ...(tool.category === undefined ? {} : { category: tool.category }),
        brand: { '@type': 'Brand', name: shop.company.name },
        offers: {
          '@type': 'Offer',
          url,
          price: tool.price.toFixed(2),
          priceCurrency: 'USD',
          availability: inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
          eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minOrderQuantity, unitCode: 'C62' },
          seller: { '@id': `${baseUrl}/#company` },
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Products', item: `${baseUrl}/products` },
          { '@type': 'ListItem', position: 2, name: tool.name, item: url },
        ],
      },
    ],
  };
}

/** What customers say of the company, over the reviews that the page shows. */
export function ratingData(reviews: Review[], baseUrl: string, shop: ShopFront): Record<string, unknown> {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  return {
    ...organization(baseUrl, shop),
    ...(reviews.length === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: (sum / reviews.length).toFixed(1),
            reviewCount: reviews.length,
            bestRating: 5,
            worstRating: 1,
          },
        }),
  };
}
