import { company } from '#content/company.ts';
import { reviewList } from '#web/api/reviews.ts';
import { foundBy, loadPage, Seeded, seedPage } from '#web/api/seed.tsx';
import { useLoaded } from '#web/api/use-source.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ratingData } from '#web/shell/structured-data.ts';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';
import { ReviewCard } from './review-card.tsx';

const reviews = reviewList();

export const loader = (args: Route.LoaderArgs) => seedPage(args, reviews);
export const clientLoader = () => loadPage(reviews);
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, {
    title: 'Reviews',
    description: `What firms say of the hand tools of ${company.name}.`,
    path: '/reviews',
    structured: (baseUrl) => ratingData(foundBy(reviews, args.loaderData)?.rows ?? [], baseUrl),
  });

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Seeded seeds={loaderData.seeds}>
      <Section id="reviews" title="Reviews" level="h1">
        <ReviewGrid />
      </Section>
    </Seeded>
  );
}

function ReviewGrid() {
  const { rows } = useLoaded(reviews);
  if (rows.length === 0) return <p className="muted">Nobody has written a review yet.</p>;
  return (
    <ul className="tool-grid">
      {rows.map((review) => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </ul>
  );
}
