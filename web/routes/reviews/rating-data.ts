import type { Review } from '#contract/buying/reviews.ts';
import type { ShopFront } from '#contract/office/settings.ts';
import { organization } from '#web/shell/structured-data.ts';

/** What search engines read as data, in the terms of schema.org: what customers say of the company, over the reviews that the page shows. */
export function ratingData(reviews: Review[], baseUrl: string, shop: ShopFront): Record<string, unknown> {
  const company = organization(baseUrl, shop);
  if (reviews.length === 0) return company;
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  const aggregateRating = {
    '@type': 'AggregateRating',
    ratingValue: (sum / reviews.length).toFixed(1),
    reviewCount: reviews.length,
    bestRating: 5,
    worstRating: 1,
  };
  return { ...company, aggregateRating };
}
