import type { Review } from '#contract/buying/reviews.ts';
import type { ShopFront } from '#contract/office/settings.ts';
import { organization } from '#web/shell/structured-data.ts';

/** What search engines read as data, in the terms of schema.org: what customers say of the company, over the reviews that the page shows. */
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
