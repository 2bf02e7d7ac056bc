import type { Review } from '#contract/buying/reviews.ts';
import { day } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';

/** A review in a grid: a list item. */
export function ReviewCard({ review: { name, review, rating, image, tool, toolId, createdAt } }: { review: Review }) {
  return (
    <li className="border-base-300 bg-base-100 rounded-box border">
      <figure className="m-0 flex h-full flex-col p-6">
        <Stars rating={rating} />
        <blockquote className="mt-3 mb-6 break-words whitespace-pre-line">{review}</blockquote>
        <figcaption className="mt-auto flex items-center gap-3">
          <Avatar name={name} image={image} />
          <span className="min-w-0 break-words">
            <span className="block font-semibold">{name}</span>
            <span className="muted block text-sm">
              <time dateTime={createdAt}>{day(createdAt)}</time>
              {tool !== undefined && (
                <>
                  <span>{say(', bought')}</span>{' '}
                  {toolId === undefined ? (
                    <span>{tool}</span>
                  ) : (
                    <PageLink to={`/products/${toolId}`} className="link">
                      {tool}
                    </PageLink>
                  )}
                </>
              )}
            </span>
          </span>
        </figcaption>
      </figure>
    </li>
  );
}

function Avatar({ name, image }: Pick<Review, 'name' | 'image'>) {
  if (image)
    return (
      <img src={image} alt="" width={40} height={40} loading="lazy" className="size-10 rounded-full object-cover" />
    );
  return (
    <span
      aria-hidden="true"
      className="bg-primary text-primary-content font-display flex size-10 shrink-0 items-center justify-center rounded-full text-lg font-semibold"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={say('Rated {rating} of 5', { rating })}
      className="text-star text-lg leading-none tracking-widest"
    >
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
  );
}
