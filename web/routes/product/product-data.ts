import type { ShopFront } from '#contract/office/settings.ts';
import { attributeData } from './attribute-words.ts';
import type { AttributeName } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

/** What search engines read as data, in the terms of schema.org: a tool, what it costs and where it stands in the shop. */
export function productData(
  tool: Tool,
  baseUrl: string,
  shop: ShopFront,
  names: readonly AttributeName[],
): Record<string, unknown> {
  const url = `${baseUrl}/products/${tool._id}`;
  const inStock = tool.availableQuantity >= tool.minOrderQuantity;
  return {
    '@graph': [
      {
        '@type': 'Product',
        name: tool.name,
        description: tool.description,
        image: new URL(tool.image, baseUrl).href,
        sku: tool.sku,
        category: tool.category,
        ...attributeData(tool, names),
        brand: { '@type': 'Brand', name: shop.company.name },
        offers: {
          '@type': 'Offer',
          url,
          price: tool.price.toFixed(2),
          priceCurrency: shop.currency,
          ...priceBasis(tool, shop.currency),
          availability: `https://schema.org/${inStock ? 'InStock' : tool.orderable >= tool.minOrderQuantity ? 'BackOrder' : 'OutOfStock'}`,
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

/** For how many pieces the price is, where it is not for one. */
function priceBasis({ price, priceUnit }: Tool, priceCurrency: string): Record<string, unknown> {
  if (priceUnit === 1) return {};
  return {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: price.toFixed(2),
      priceCurrency,
      referenceQuantity: { '@type': 'QuantitativeValue', value: priceUnit, unitCode: 'C62' },
    },
  };
}
