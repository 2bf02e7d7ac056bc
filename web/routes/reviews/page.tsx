import { company } from '#content/company.ts';
import { reviewList } from '#web/api/reviews.ts';
import { loadPage, Seeded, seedPage } from '#web/api/seed.tsx';
import { useLoaded } from '#web/api/use-source.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
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
  });

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Seeded seeds={loaderData.seeds}>
      <div className="mx-auto max-w-7xl px-4 py-8">
        <h1 className="mb-8 text-center text-3xl font-bold">Reviews</h1>
        <ReviewGrid />
      </div>
    </Seeded>
  );
}

function ReviewGrid() {
  const { rows } = useLoaded(reviews);
  if (rows.length === 0) return <p className="text-center">Nobody has written a review yet.</p>;
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {rows.map((review) => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </ul>
  );
}
