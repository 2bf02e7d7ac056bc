import type { Review } from '#contract/reviews.ts';

/** A review in a grid: a list item. */
export function ReviewCard({ review: { name, review, rating, image } }: { review: Review }) {
  return (
    <li className="card bg-base-100 border-base-300 border">
      <figure className="m-0 block p-6">
        <blockquote className="mb-4 break-words whitespace-pre-line">{review}</blockquote>
        <figcaption className="flex items-center gap-3">
          <Avatar name={name} image={image} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{name}</span>
            <Stars rating={rating} />
          </span>
        </figcaption>
      </figure>
    </li>
  );
}

function Avatar({ name, image }: Pick<Review, 'name' | 'image'>) {
  if (image)
    return (
      <img src={image} alt="" width={48} height={48} loading="lazy" className="size-12 rounded-full object-cover" />
    );
  return (
    <span
      aria-hidden="true"
      className="bg-base-300 flex size-12 items-center justify-center rounded-full font-semibold"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`Rated ${rating} of 5`} className="text-amber-700 dark:text-amber-400">
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
  );
}
