import { requireSection } from '#web/queries/office/shown-section.ts';
import { reviewList } from '#web/queries/buying/reviews.ts';
import { foundBy, loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { useLoaded } from '#web/api/use-source.ts';
import { shopIn } from '#web/shell/shop-front.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ratingData } from './rating-data.ts';
import { Section } from '#web/ui/section.tsx';
import { say } from '#web/saying/say.ts';
import type { Route } from './+types/page.ts';
import { ReviewCard } from './review-card.tsx';

const reviews = reviewList();

export async function loader(args: Route.LoaderArgs) {
  await requireSection(args, 'reviews');
  return preloadPage(args, reviews);
}
export const clientLoader = () => loadPage(reviews);
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, {
    title: say('Reviews'),
    description: say('What companies say about hand tools from {name}.', { name: shopIn(args).company.name }),
    path: '/reviews',
    structured: (baseUrl, shop) => ratingData(foundBy(reviews, args.loaderData)?.rows ?? [], baseUrl, shop),
  });

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Section id="reviews" title={say('Reviews')} level="h1">
        <ReviewGrid />
      </Section>
    </Preloaded>
  );
}

function ReviewGrid() {
  const { rows } = useLoaded(reviews);
  if (rows.length === 0) return <p className="muted">{say('There are no reviews yet.')}</p>;
  return (
    <ul className="tool-grid">
      {rows.map((review) => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </ul>
  );
}
