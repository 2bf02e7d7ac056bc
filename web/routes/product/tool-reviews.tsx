import { lazy, Suspense } from 'react';
import { reviewList } from '#web/queries/buying/reviews.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { say } from '#web/saying/say.ts';

/** Most tools have none: those come without its script. */
const ReviewCard = lazy(async () => ({ default: (await import('#web/routes/reviews/review-card.tsx')).ReviewCard }));

/** So many stand on a tool's page; the page of reviews has the others. */
const SHOWN = 6;

/** What those say of a tool who bought it; nothing where nobody has. */
export const reviewsOfTool = (toolId: string) => reviewList({ tool: toolId, limit: SHOWN });

export function ToolReviews({ toolId }: { toolId: string }) {
  const { rows } = useLoaded(reviewsOfTool(toolId));
  if (rows.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="tool-reviews">
      <h2 id="tool-reviews" className="mb-4 text-2xl font-semibold">
        {say('Reviews')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        <Suspense>
          {rows.map((review) => (
            <ReviewCard key={review._id} review={review} />
          ))}
        </Suspense>
      </ul>
    </section>
  );
}
